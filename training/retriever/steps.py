"""What both trainings share: how they begin, and how the weights take a step."""

import random

import numpy as np
import torch

from .batches import read_tokenizer
from .encoder import Encoder, read_onnx

SHARE_MIN = 0.02


def begin(settings, tokenizer_folder):
    """Fixes all chance, and reads the tokenizer and the weights to start from."""
    settings.out.mkdir(parents=True, exist_ok=True)
    random.seed(settings.seed)
    np.random.seed(settings.seed)
    torch.manual_seed(settings.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    base = Encoder().to(device)
    read_onnx(base, str(settings.base / "model.onnx"))
    return device, read_tokenizer(str(tokenizer_folder / "tokenizer.json")), base


class Steps:
    """AdamW with a rate that rises for some steps and then falls with the time."""

    def __init__(self, model, rate, rising, device):
        self.model, self.rate, self.rising, self.count = model, rate, rising, 0
        matrices = [one for one in model.parameters() if one.ndim == 2]
        others = [one for one in model.parameters() if one.ndim != 2]
        groups = [{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=rate, fused=device.type == "cuda")

    def take(self, loss, share):
        """One step down the loss; `share` of the time is over."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * min(1, (self.count + 1) / self.rising) * max(SHARE_MIN, 1 - share)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.count += 1
