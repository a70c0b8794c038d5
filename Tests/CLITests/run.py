#!/usr/bin/env python3
"""Tests of the command-line program: run.py PROGRAM [PART OF A TEST'S NAME]. Needs nothing but Python 3."""
import sys
import traceback

import test_clips
import test_input
import test_media
import test_options
import test_output
import test_resume
import test_simulate
import test_speed
import test_terminal
from harness import Program


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    wanted = arguments[1] if len(arguments) > 1 else ""
    passed = failed = 0
    for module in (test_clips, test_input, test_media, test_options, test_output, test_resume, test_simulate, test_speed,
                   test_terminal):
        for name, test in vars(module).items():
            if not name.startswith("test_") or wanted not in name:
                continue
            try:
                test(Program(arguments[0]))
                passed += 1
            except Exception:
                failed += 1
                print(f"FAILED {module.__name__}.{name}\n{traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
