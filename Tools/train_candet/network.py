"""The network: a tiny anchor-free single-stage detector that needs no NMS."""

import torch
import torch.nn as nn
import torch.nn.functional as F

STRIDE = 8


def convolution(inputs, outputs, size=3, stride=1, groups=1):
    """Convolution, batch normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(True),
    )


class Block(nn.Module):
    """Depthwise and pointwise convolution, with a shortcut where the shape allows it."""

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.a = convolution(inputs, inputs, 3, stride, inputs)
        self.b = convolution(inputs, outputs, 1)
        self.has_shortcut = stride == 1 and inputs == outputs

    def forward(self, x):
        y = self.b(self.a(x))
        return x + y if self.has_shortcut else y


class CanDet(nn.Module):
    """0.13 million parameters; one head at stride 8: a heatmap of centres and four distances to the edges."""

    def __init__(self, classes=1, widths=(16, 24, 48, 96, 128), depths=(1, 2, 3, 2), features=64):
        super().__init__()
        self.classes = classes
        self.stem = convolution(3, widths[0], 3, 2)
        stages = []
        for k, depth in enumerate(depths):
            w = widths[k + 1]
            stages.append(nn.Sequential(Block(widths[k], w, 2), *[Block(w, w) for _ in range(depth)]))
        self.stages = nn.ModuleList(stages)  # strides 4, 8, 16, 32
        self.at8, self.at16, self.at32 = (convolution(w, features, 1) for w in widths[2:])
        self.merge16, self.merge8 = Block(features, features), Block(features, features)
        self.head = nn.Sequential(Block(features, features), Block(features, features))
        self.score = nn.Conv2d(features, classes, 1)
        self.distances = nn.Conv2d(features, 4, 1)
        nn.init.constant_(self.score.bias, -4.6)  # a score of 0.01 everywhere, to begin with

    def forward(self, x):
        x = self.stages[0](self.stem(x))
        c8 = self.stages[1](x)
        c16 = self.stages[2](c8)
        c32 = self.stages[3](c16)
        p = self.merge16(self.at16(c16) + double(self.at32(c32)))
        p = self.head(self.merge8(self.at8(c8) + double(p)))
        return self.score(p), F.softplus(self.distances(p)) * (STRIDE * 2)


def double(x):
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


class EndToEnd(nn.Module):
    """Picks the peaks: output [1,300,6], rows x1,y1,x2,y2 (pixels of the input), score, class, best first."""

    def __init__(self, network, size, rows=300):
        super().__init__()
        self.network, self.rows = network, rows
        h, w = size[0] // STRIDE, size[1] // STRIDE
        y, x = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
        centres = (torch.stack([x, y]).float().reshape(1, 2, -1) + 0.5) * STRIDE
        self.register_buffer("centres", centres)
        self.cells = h * w

    def forward(self, x):
        scores, distances = self.network(x)
        scores = torch.sigmoid(scores)
        peaks = F.max_pool2d(scores, 3, 1, 1)
        scores = scores * (scores >= peaks - 1e-6).float()
        distances = distances.reshape(1, 4, self.cells)
        boxes = torch.cat([self.centres - distances[:, :2], self.centres + distances[:, 2:]], 1)
        best, index = torch.topk(scores.reshape(1, -1), self.rows)
        cell = index % self.cells
        label = torch.div(index, self.cells, rounding_mode="floor").float()
        box = torch.gather(boxes, 2, cell.unsqueeze(1).expand(1, 4, self.rows)).transpose(1, 2)
        return torch.cat([box, best.unsqueeze(2), label.unsqueeze(2)], 2)
