"""Counts a recorded stream: count.py FILE.csv.gz WIDTH HEIGHT (rows: frame,x1,y1,x2,y2,score,class)."""
import sys

import numpy as np
from shelfcount import Scanner

table = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
with Scanner(int(sys.argv[2]), int(sys.argv[3])) as scanner:
    band = scanner.add_band(0.45, 0.55)
    for frame in range(int(table[-1, 0]) + 1):
        scanner.update(table[table[:, 0] == frame, 1:])
    scanner.finish()
    print(scanner.counts(band).total, "counted")
