#!/usr/bin/env python3
"""Draws shelves of cans, with ground truth.

Two products from the same scene model:
  images  YOLO-format training images (class 0 = can)
  video   a pan over one long shelf, as PNG-less raw frames piped to ffmpeg,
          with per-frame ground truth (frame,id,x1,y1,x2,y2,visible) and the
          true number of cans.

Needs numpy and opencv, and for videos the ffmpeg program.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import cv2
import numpy as np


def rcol(r, lo=20, hi=245):
    return np.array([r.integers(lo, hi) for _ in range(3)], np.float32)


def hsv(h, s, v):
    return cv2.cvtColor(np.uint8([[[h % 180, s, v]]]), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def text(img, s, org, font, scale, col, th):
    """putText on a float image (OpenCV 5 draws text on 8-bit images only)."""
    m = np.zeros(img.shape[:2], np.uint8)
    cv2.putText(m, s, org, font, scale, 255, th, cv2.LINE_AA)
    k = m > 0
    a = m[k][:, None] / 255.0
    img[k] = img[k] * (1 - a) + np.float32(col) * a


def label_texture(r, w, h):
    """A flat label, later wrapped on the cylinder."""
    base = hsv(int(r.integers(180)), int(r.integers(40, 255)), int(r.integers(60, 255)))
    t = np.empty((h, w, 3), np.float32)
    t[:] = base
    for _ in range(int(r.integers(1, 6))):
        c = tuple(
            float(x) for x in hsv(int(r.integers(180)), int(r.integers(0, 255)), int(r.integers(40, 255)))
        )
        k = r.integers(6)
        if k == 0:
            y = int(r.integers(0, h))
            cv2.rectangle(t, (0, y), (w, y + int(r.integers(2, max(3, h // 4)))), c, -1)
        elif k == 1:
            x = int(r.integers(0, w))
            cv2.rectangle(t, (x, 0), (x + int(r.integers(2, max(3, w // 4))), h), c, -1)
        elif k == 2:
            cv2.circle(
                t,
                (int(r.integers(w)), int(r.integers(h))),
                int(r.integers(3, max(4, w // 3))),
                c,
                -1,
                cv2.LINE_AA,
            )
        elif k == 3:
            cv2.line(
                t,
                (int(r.integers(w)), 0),
                (int(r.integers(w)), h),
                c,
                int(r.integers(2, max(3, w // 6))),
                cv2.LINE_AA,
            )
        elif k == 4:
            txt = "".join(chr(65 + int(r.integers(26))) for _ in range(int(r.integers(2, 6))))
            s = w / 90 * r.uniform(0.6, 1.4)
            text(
                t,
                txt,
                (int(r.integers(0, max(1, w // 2))), int(r.integers(h // 4, h))),
                int(r.integers(8)),
                s,
                c,
                max(1, int(s * 2)),
            )
        else:
            cv2.ellipse(
                t,
                (w // 2, int(r.integers(h))),
                (int(w * 0.45), int(h * r.uniform(0.08, 0.3))),
                r.uniform(-30, 30),
                0,
                360,
                c,
                -1,
                cv2.LINE_AA,
            )
    return t


def make_can(r, tex=None):
    """RGBA can patch, h ~ 1.5..2.1 w (drink can) or 1.0..1.4 (food tin)."""
    w = 96
    h = int(w * (r.uniform(1.5, 2.1) if r.random() < 0.75 else r.uniform(0.95, 1.4)))
    pad = 4
    H, W = h + 2 * pad, w + 2 * pad
    if tex is None:
        tex = label_texture(r, 220, h)
    tex = cv2.resize(tex, (220, h))
    # wrap: x on the face -> angle -> texture column
    xs = (np.arange(w) + 0.5) / w * 2 - 1
    ang = np.arcsin(np.clip(xs, -1, 1)) / np.pi + 0.5
    roll = r.integers(220)
    cols = ((ang * 110 + roll) % 220).astype(int)
    body = tex[:, cols]
    # cylinder shading with one light and a specular streak
    l = r.uniform(-0.6, 0.6)
    nrm = np.sqrt(np.clip(1 - xs**2, 0, 1))
    diff = np.clip(xs * l + nrm * np.sqrt(1 - l * l), 0, 1) * 0.75 + 0.3
    spec = np.exp(-(((xs - l) / r.uniform(0.08, 0.25)) ** 2)) * r.uniform(10, 80)
    body = body * diff[None, :, None] + spec[None, :, None]
    e = max(2, int(w * r.uniform(0.04, 0.12)))  # ellipse half height: camera above/below
    patch = np.zeros((H, W, 3), np.float32)
    m = np.zeros((H, W), np.float32)
    cx = pad + w / 2
    yy, xx = np.mgrid[:H, :W].astype(np.float32)
    u = (xx - cx) / (w / 2)
    curve = np.sqrt(np.clip(1 - u * u, 0, 1)) * e
    top, bot = pad + e, pad + h - 2 * e
    inside = (np.abs(u) <= 1) & (yy >= top - curve) & (yy <= bot + curve)
    m[inside] = 1
    srcy = np.clip((yy - top - curve) / max(1, bot - top) * (h - 1), 0, h - 1)
    srcx = np.clip((xx - pad), 0, w - 1)
    patch = cv2.remap(body.astype(np.float32), srcx, srcy, cv2.INTER_LINEAR)
    # neck taper and metal rims
    metal = np.float32([200, 205, 210]) * r.uniform(0.6, 1.1)
    g = (diff * 180 + spec)[np.clip((xx - pad).astype(int), 0, w - 1)][..., None] / 180
    rim = (yy < top + curve + h * 0.04) & inside
    patch[rim] = (metal * g)[rim]
    lid = (u) ** 2 + ((yy - top) / e) ** 2 <= 1
    patch[lid] = (metal * r.uniform(0.55, 0.95) * np.ones_like(patch))[lid]
    cv2.ellipse(
        patch,
        (int(cx), int(top)),
        (int(w * 0.42), max(1, int(e * 0.7))),
        0,
        0,
        360,
        tuple(float(x) for x in metal * 0.6),
        1,
        cv2.LINE_AA,
    )
    if r.random() < 0.7:
        cv2.ellipse(
            patch,
            (int(cx + r.uniform(-8, 8)), int(top)),
            (int(w * 0.12), max(1, int(e * 0.3))),
            0,
            0,
            360,
            tuple(float(x) for x in metal * 0.4),
            -1,
            cv2.LINE_AA,
        )
    brim = (yy > bot + curve - h * 0.03) & inside
    patch[brim] = (metal * 0.8 * g)[brim]
    if r.random() < 0.75:  # tapered neck
        t = np.clip((yy - (top - e)) / (h * 0.09), 0, 1)
        keep = np.abs(u) <= (0.86 + 0.14 * t)
        m[~keep & (yy < top + h * 0.1)] = 0
    m = cv2.GaussianBlur(m, (3, 3), 0.7)
    ys, xs_ = np.where(m > 0.5)
    y1, y2, x1, x2 = ys.min(), ys.max() + 1, xs_.min(), xs_.max() + 1
    return np.clip(patch[y1:y2, x1:x2], 0, 255), m[y1:y2, x1:x2]


def make_box(r):
    w, h = int(r.integers(60, 150)), int(r.integers(70, 190))
    return np.clip(label_texture(r, w, h) * r.uniform(0.6, 1.05), 0, 255), np.ones((h, w), np.float32)


def make_bottle(r):
    w, h = 64, int(r.integers(170, 230))
    t = label_texture(r, w, h)
    m = np.zeros((h, w), np.float32)
    sh = int(h * r.uniform(0.28, 0.4))
    nk = w * r.uniform(0.14, 0.2)
    pts = [
        (0, h - 1),
        (0, sh),
        (w / 2 - nk, sh * 0.55),
        (w / 2 - nk, 0),
        (w / 2 + nk, 0),
        (w / 2 + nk, sh * 0.55),
        (w - 1, sh),
        (w - 1, h - 1),
    ]
    cv2.fillPoly(m, [np.int32(pts)], 1, cv2.LINE_AA)
    glass = hsv(int(r.integers(180)), int(r.integers(20, 200)), int(r.integers(40, 220)))
    t[: int(h * 0.45)] = glass
    t[int(h * 0.8) :] = glass
    xs = np.linspace(-1, 1, w)
    t *= (np.sqrt(1 - xs**2 * 0.8) + 0.15)[None, :, None]
    t += (np.exp(-(((xs + 0.4) / 0.1) ** 2)) * 60)[None, :, None]
    return np.clip(t, 0, 255), m


def paste(img, idm, patch, mask, x, y, w, h, gid):
    x, y, w, h = int(round(x)), int(round(y)), max(2, int(round(w))), max(2, int(round(h)))
    H, W = img.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(W, x + w), min(H, y + h)
    if x1 <= x0 or y1 <= y0:
        return
    p = cv2.resize(patch, (w, h), interpolation=cv2.INTER_AREA)[y0 - y : y1 - y, x0 - x : x1 - x]
    m = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)[y0 - y : y1 - y, x0 - x : x1 - x]
    img[y0:y1, x0:x1] = img[y0:y1, x0:x1] * (1 - m[..., None]) + p * m[..., None]
    idm[y0:y1, x0:x1][m > 0.5] = gid


def scene(r, W, H, rows=None, density=None):
    """Draw a shelf front. Returns image (float BGR), id map, cans {id: (x1,y1,x2,y2)} (whole extent)."""
    img = np.empty((H, W, 3), np.float32)
    bg = rcol(r, 30, 230)
    img[:] = bg
    img *= np.linspace(r.uniform(0.5, 1.1), r.uniform(0.5, 1.1), H)[:, None, None]
    lo = cv2.resize(
        r.normal(0, 1, (max(2, H // 40), max(2, W // 40), 3)).astype(np.float32), (W, H)
    ) * r.uniform(3, 20)
    img += lo
    idm = np.zeros((H, W), np.int32)
    rows = rows or int(r.integers(1, 5))
    pitch = H / rows
    cans, nid = {}, 0
    board = hsv(int(r.integers(180)), int(r.integers(0, 110)), int(r.integers(40, 245)))
    dens = density if density is not None else r.uniform(0.35, 1.0)
    for k in range(rows):
        floor = pitch * (k + 1) - pitch * r.uniform(0.05, 0.12)
        th = pitch * r.uniform(0.05, 0.12)
        # back shadow
        y0 = int(pitch * k)
        img[y0 : int(y0 + pitch * 0.2)] *= r.uniform(0.4, 0.8)
        # back row: cans seen partly above/between the front ones (not counted when hidden)
        ch = pitch * r.uniform(0.45, 0.78)
        layers = [(1, 0.88)] if r.random() < 0.35 else []
        layers.append((0, 1.0))
        x = r.uniform(-0.3, 0.3) * ch
        tex = label_texture(r, 220, 160)
        run = int(r.integers(1, 8))
        for back, sc in layers:
            xx = x + (r.uniform(0, 0.5) * ch * 0.5 if back else 0)
            while xx < W + ch:
                run -= 1
                if run <= 0:
                    tex = label_texture(r, 220, 160)
                    run = int(r.integers(1, 8))
                q = r.random()
                if q > dens:
                    xx += ch * r.uniform(0.25, 0.9)
                    continue
                y_base = floor - (pitch * 0.05 if back else 0) + r.uniform(-0.01, 0.01) * pitch
                kind = r.random()
                if kind < 0.80:
                    patch, m = make_can(r, tex if r.random() < 0.8 else None)
                    h = ch * sc * r.uniform(0.97, 1.03)
                    w = h * patch.shape[1] / patch.shape[0]
                    nid += 1
                    gid = nid
                    cans[gid] = (xx, y_base - h, xx + w, y_base)
                else:
                    patch, m = make_box(r) if kind < 0.9 else make_bottle(r)
                    h = ch * sc * r.uniform(0.8, 1.2)
                    h = min(h, pitch * 0.85)
                    w = h * patch.shape[1] / patch.shape[0]
                    gid = -1
                patch = patch * (r.uniform(0.45, 0.7) if back else r.uniform(0.9, 1.05))
                # contact shadow
                if not back:
                    cv2.ellipse(
                        img,
                        (int(xx + w / 2 + 3), int(y_base)),
                        (int(w * 0.55), max(1, int(h * 0.03))),
                        0,
                        0,
                        360,
                        (15, 15, 15),
                        -1,
                        cv2.LINE_AA,
                    )
                paste(img, idm, patch, m, xx, y_base - h, w, h, gid)
                xx += w * r.choice([r.uniform(0.97, 1.03), r.uniform(1.03, 1.3)])
        by0, by1 = int(floor), int(min(H, floor + th))
        img[by0:by1] = board * r.uniform(0.8, 1.1)
        img[by0 : by0 + 1] *= 0.6
        idm[by0:by1] = -2
        for _ in range(int(r.integers(0, 1 + W // 90))):  # price tags on the board
            tx = int(r.integers(0, W))
            tw = int(pitch * r.uniform(0.15, 0.4))
            cv2.rectangle(
                img,
                (tx, by0 + 1),
                (tx + tw, max(by0 + 2, by1 - 1)),
                tuple(float(v) for v in hsv(int(r.integers(180)), int(r.integers(0, 160)), 245)),
                -1,
            )
            sub = img[by0 + 1 : max(by0 + 2, by1 - 1), tx : min(W, tx + tw)]
            if sub.size:
                text(
                    sub,
                    f"{r.uniform(.2, 9):.2f}",
                    (2, max(1, sub.shape[0] - 3)),
                    0,
                    max(0.2, th / 40),
                    (20, 20, 20),
                    1,
                )
    return img, idm, cans


def hand(r, img, idm, cx, cy, s):
    H, W = img.shape[:2]
    m = np.zeros((H, W), np.uint8)
    a = r.uniform(-0.5, 0.5)
    d = np.array([np.sin(a), np.cos(a)])
    cv2.line(
        m,
        (int(cx), int(cy)),
        tuple(int(v) for v in (np.array([cx, cy]) + d * s * 6)),
        255,
        max(3, int(s * 1.1)),
        cv2.LINE_AA,
    )
    cv2.ellipse(m, (int(cx), int(cy)), (int(s * 0.8), int(s)), np.degrees(-a), 0, 360, 255, -1, cv2.LINE_AA)
    for f in np.linspace(-0.6, 0.6, 4):
        e = np.array([cx, cy]) + np.array([np.sin(a + f + np.pi), np.cos(a + f + np.pi)]) * s * 1.8
        cv2.line(m, (int(cx), int(cy)), tuple(int(v) for v in e), 255, max(2, int(s * 0.34)), cv2.LINE_AA)
    skin = hsv(int(r.integers(5, 18)), int(r.integers(60, 150)), int(r.integers(90, 235)))
    sh = cv2.GaussianBlur(m, (0, 0), max(1, s * 0.2)).astype(np.float32) / 255
    k = m > 0
    img[k] = (skin * (0.55 + 0.5 * sh[..., None]))[k]
    idm[k] = -3


def photometric(r, img):
    H, W = img.shape[:2]
    yy, xx = np.mgrid[:H, :W]
    g = 1 + r.uniform(-0.35, 0.35) * (xx / W - 0.5) + r.uniform(-0.35, 0.35) * (yy / H - 0.5)
    img = img * g[..., None] * r.uniform(0.55, 1.25) * r.uniform(0.88, 1.12, 3)
    img = 255 * np.power(np.clip(img / 255, 0, 1), r.uniform(0.75, 1.35))
    if r.random() < 0.4:
        k = int(r.integers(3, 9))
        kk = np.zeros((k, k), np.float32)
        if r.random() < 0.7:
            kk[k // 2] = 1 / k
        else:
            kk[:, k // 2] = 1 / k
        img = cv2.filter2D(img, -1, kk)
    if r.random() < 0.3:
        img = cv2.GaussianBlur(img, (0, 0), r.uniform(0.4, 1.3))
    img = img + r.normal(0, r.uniform(0, 9), img.shape)
    out = np.clip(img, 0, 255).astype(np.uint8)
    if r.random() < 0.6:
        out = cv2.imdecode(cv2.imencode(".jpg", out, [1, int(r.integers(35, 95))])[1], 1)
    return out


def warp_boxes(cans, M, idw, W, H, minvis=0.35):
    """Boxes after homography M; visibility from the warped id map."""
    res = []
    for gid, (x1, y1, x2, y2) in cans.items():
        p = cv2.perspectiveTransform(np.float32([[[x1, y1], [x2, y1], [x2, y2], [x1, y2]]]), M)[0]
        bx1, by1 = p.min(0)
        bx2, by2 = p.max(0)
        area = abs(cv2.contourArea(p))
        cx1, cy1, cx2, cy2 = max(0, bx1), max(0, by1), min(W, bx2), min(H, by2)
        if cx2 - cx1 < 4 or cy2 - cy1 < 4:
            continue
        sub = idw[int(cy1) : int(np.ceil(cy2)), int(cx1) : int(np.ceil(cx2))]
        vis = float((sub == gid).sum()) / max(1.0, area * 0.93)
        res.append((gid, cx1, cy1, cx2, cy2, min(1.0, vis)))
    return [b for b in res if b[5] >= minvis]


def one_image(seed, size):
    r = np.random.default_rng(seed)
    S = size
    W0, H0 = int(S * 1.5), int(S * 1.5)
    img, idm, cans = scene(r, W0, H0)
    z = r.uniform(0.75, 1.35)
    vw = S / z
    cx, cy = r.uniform(vw * 0.5, W0 - vw * 0.5) if vw < W0 else W0 / 2, (
        r.uniform(vw * 0.5, H0 - vw * 0.5) if vw < H0 else H0 / 2
    )
    src = np.float32(
        [
            [cx - vw / 2, cy - vw / 2],
            [cx + vw / 2, cy - vw / 2],
            [cx + vw / 2, cy + vw / 2],
            [cx - vw / 2, cy + vw / 2],
        ]
    )
    j = vw * r.choice([0.02, 0.06, 0.12])
    src = src + r.uniform(-j, j, src.shape).astype(np.float32)
    a = np.radians(r.normal(0, 4))
    R = np.float32([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    src = (src - [cx, cy]) @ R.T + [cx, cy]
    M = cv2.getPerspectiveTransform(src.astype(np.float32), np.float32([[0, 0], [S, 0], [S, S], [0, S]]))
    w = cv2.warpPerspective(img, M, (S, S), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    idw = cv2.warpPerspective(
        idm.astype(np.float32), M, (S, S), flags=cv2.INTER_NEAREST, borderValue=0
    ).astype(np.int32)
    if r.random() < 0.25:
        hand(r, w, idw, r.uniform(0, S), r.uniform(S * 0.2, S), S * r.uniform(0.05, 0.12))
    boxes = warp_boxes(cans, M, idw, S, S)
    if r.random() < 0.06:  # plain negative
        w = w * 0 + rcol(r)
        boxes = []
    return photometric(r, w), boxes


def cmd_images(a):
    for split, n, off in (("train", a.train, 0), ("val", a.val, 10**6)):
        os.makedirs(f"{a.out}/images/{split}", exist_ok=True)
        os.makedirs(f"{a.out}/labels/{split}", exist_ok=True)
        for i in range(n):
            im, bx = one_image(a.seed + off + i, a.size)
            cv2.imwrite(f"{a.out}/images/{split}/{i:05d}.jpg", im, [1, 92])
            with open(f"{a.out}/labels/{split}/{i:05d}.txt", "w") as f:
                for _, x1, y1, x2, y2, _v in bx:
                    f.write(
                        f"0 {(x1 + x2) / 2 / a.size:.6f} {(y1 + y2) / 2 / a.size:.6f} {(x2 - x1) / a.size:.6f} {(y2 - y1) / a.size:.6f}\n"
                    )
    open(f"{a.out}/data.yaml", "w").write(
        f"path: {os.path.abspath(a.out)}\ntrain: images/train\nval: images/val\nnames:\n  0: can\n"
    )


def cmd_video(a):
    r = np.random.default_rng(a.seed)
    W, H, N = a.width, a.height, a.frames
    SW = int(W * a.span)
    img, idm, cans = scene(r, SW, int(H * 1.15), rows=a.rows, density=a.density)
    img = np.clip(img, 0, 255)
    t = np.linspace(0, 1, N)
    travel = SW - W * 1.1
    if a.motion == "steady":
        s = t
    elif a.motion == "ease":
        s = t * t * (3 - 2 * t)
    elif a.motion == "backtrack":
        s = np.clip(t * 1.25 - 0.25 * np.sin(2 * np.pi * t * 2) * 0.35, 0, 1)
        s = np.clip((s - s.min()) / (s.max() - s.min()), 0, 1)
    else:
        s = np.clip(t + 0.04 * np.sin(2 * np.pi * 5 * t), 0, 1)  # 'jerky'
    if a.motion == "stop":
        s = np.clip(np.where(t < 0.4, t * 1.25, np.where(t < 0.6, 0.5, 0.5 + (t - 0.6) * 1.25)), 0, 1)
    jx, jy, ja = (
        np.convolve(r.normal(0, 1, N + 8), np.ones(9) / 9, "valid") * k
        for k in (a.jitter * 4, a.jitter * 4, a.jitter * 0.5)
    )
    ff = subprocess.Popen(
        [
            "ffmpeg",
            "-v",
            "error",
            "-y",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "bgr24",
            "-s",
            f"{W}x{H}",
            "-r",
            str(a.fps),
            "-i",
            "-",
            "-c:v",
            "libx264",
            "-crf",
            str(a.crf),
            "-preset",
            "slow",
            "-pix_fmt",
            "yuv420p",
            "-movflags",
            "+faststart",
            a.out + ".mp4",
        ],
        stdin=subprocess.PIPE,
    )
    counted = set()
    gt = open(a.out + ".gt.csv", "w", newline="")
    wr = csv.writer(gt)
    wr.writerow("frame id x1 y1 x2 y2 visible".split())
    hands = [(int(r.integers(N // 6, N - 20)), int(r.integers(10, 22))) for _ in range(a.hands)]
    gain = 1 + 0.12 * np.sin(np.linspace(0, r.uniform(2, 9), N))
    for i in range(N):
        cx = W * 0.55 + s[i] * travel + jx[i]
        cy = H * 0.575 + jy[i]
        al = np.radians(ja[i])
        src = np.float32([[-W / 2, -H / 2], [W / 2, -H / 2], [W / 2, H / 2], [-W / 2, H / 2]])
        tilt = a.tilt * H * 0.5
        src[0, 1] += tilt
        src[3, 1] -= tilt
        R = np.float32([[np.cos(al), -np.sin(al)], [np.sin(al), np.cos(al)]])
        M = cv2.getPerspectiveTransform(
            (src @ R.T + [cx, cy]).astype(np.float32), np.float32([[0, 0], [W, 0], [W, H], [0, H]])
        )
        f = cv2.warpPerspective(img, M, (W, H), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        idw = cv2.warpPerspective(idm.astype(np.float32), M, (W, H), flags=cv2.INTER_NEAREST).astype(np.int32)
        for h0, hl in hands:
            if h0 <= i < h0 + hl:
                q = (i - h0) / hl
                hand(
                    np.random.default_rng(a.seed + h0),
                    f,
                    idw,
                    W * (0.9 - 0.8 * q),
                    H * (0.55 + 0.2 * np.sin(q * 3)),
                    H * 0.09,
                )
        spd = abs(s[min(i + 1, N - 1)] - s[max(i - 1, 0)]) / 2 * travel
        k = int(spd * a.blur) | 1
        if k >= 3:
            kk = np.zeros((k, k), np.float32)
            kk[k // 2] = 1 / k
            f = cv2.filter2D(f, -1, kk)
        f = np.clip(f * gain[i] + r.normal(0, a.noise, f.shape), 0, 255).astype(np.uint8)
        for gid, x1, y1, x2, y2, v in warp_boxes(cans, M, idw, W, H, minvis=0.02):
            wr.writerow([i, gid, round(x1, 1), round(y1, 1), round(x2, 1), round(y2, 1), round(v, 3)])
            if v > 0.35 and x1 <= W * 0.5 <= x2:
                counted.add(gid)
        ff.stdin.write(f.tobytes())
    ff.stdin.close()
    ff.wait()
    gt.close()
    json.dump(
        dict(
            frames=N,
            fps=a.fps,
            width=W,
            height=H,
            motion=a.motion,
            cans_drawn=len(cans),
            cans_crossing_centre=len(counted),
            seed=a.seed,
            hands=hands,
        ),
        open(a.out + ".json", "w"),
        indent=1,
    )


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    sp = p.add_subparsers(required=True)
    q = sp.add_parser("images")
    q.add_argument("out")
    q.add_argument("--train", type=int, default=400)
    q.add_argument("--val", type=int, default=80)
    q.add_argument("--size", type=int, default=320)
    q.add_argument("--seed", type=int, default=1)
    q.set_defaults(f=cmd_images)
    q = sp.add_parser("video")
    q.add_argument("out")
    q.add_argument("--width", type=int, default=640)
    q.add_argument("--height", type=int, default=480)
    q.add_argument("--frames", type=int, default=240)
    q.add_argument("--fps", type=int, default=30)
    q.add_argument("--span", type=float, default=5)
    q.add_argument("--rows", type=int, default=2)
    q.add_argument("--density", type=float, default=0.85)
    q.add_argument("--motion", default="ease")
    q.add_argument("--jitter", type=float, default=1.0)
    q.add_argument("--tilt", type=float, default=0.0)
    q.add_argument("--hands", type=int, default=0)
    q.add_argument("--noise", type=float, default=4)
    q.add_argument("--blur", type=float, default=0.5)
    q.add_argument("--crf", type=int, default=26)
    q.add_argument("--seed", type=int, default=1)
    q.set_defaults(f=cmd_video)
    a = p.parse_args()
    a.f(a)
