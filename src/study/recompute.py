"""Recompute the statistics of a results folder from its scores.csv, by other means.

    python recompute.py results/quickstart

Every row of summary.csv and paired.csv and what verdict.json says of arms is derived again from scores.csv, with numpy,
scipy and statsmodels, from the written descriptions of the methods: no line is shared with the code that wrote the
files, and the random numbers are others. Prints a line for each kind of check, with how many rows were checked and the
largest deviation; lists every row that disagrees, and exits 1 if there is one.

What is random is held to its Monte-Carlo error, in standard errors (at most SIGMAS of them):

- A bound is the quantile at a known level A of B resamples. With F the distribution that is resampled from, estimated
  here by M resamples, F(bound) - A is about normal with variance A(1 - A)(1/B + 1/M), whatever F is. Where F jumps (few
  zeros and ones) every A inside the jump is met, so that steps need no allowance of their own.
- BCa estimates its level as well, from the share P of resamples below the estimate: A = g(P). By the delta method, and
  with the covariance min(P, A) - PA of two points of one empirical distribution, the variance is
  (g'^2 P(1 - P) + A(1 - A) - 2 g' (min(P, A) - PA)) (1/B + 1/M).
- A p-value p of B resamples has variance p(1 - p)(1/B + 1/M).

`affected` needs the chunks themselves; that it lies in 0...n is all that is checked.
"""

import csv
import gzip
import json
import sys
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm, t as student
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

SEED = 777
RESAMPLES = 30_000
FLIPS = 100_000
PERMUTATIONS = 40_000
#: Resamples for a bound that is shown because it disagrees.
EXPLAINED = 10_000
#: Random numbers of one step, which bounds the memory: about 2^22 doubles.
STEP = 2**22
#: Deviation allowed where there is Monte-Carlo error, in standard errors: some ten thousand comparisons are made, and
#: a normal deviate leaves +-5.5 once in 26 million.
SIGMAS = 5.5
#: Sums that are equal but for rounding.
EPSILON = 1e-9
#: Fewest questions, or pages, for an interval; fewest questions for BCa; most pages for all sign flips.
FEWEST, FEWEST_FOR_BCA, MOST_ENUMERATED = 10, 20, 20


# -- What was checked, and what was found


class Checks:
    """Counts rows and keeps the largest deviation of each kind of check, and the rows that deviate too far."""

    def __init__(self):
        self.kinds = {}
        self.disagreements = []

    def add(self, kind, row, deviation, allowed, text, unit=""):
        """Note one check. `text` is made only where it is needed; NaN disagrees."""
        count, largest, _, _ = self.kinds.get(kind, (0, 0.0, allowed, unit))
        self.kinds[kind] = (count + 1, max(largest, deviation), allowed, unit)
        if not deviation <= allowed:
            self.disagreements.append(f"{row}: {kind}: {text() if callable(text) else text}")

    def number(self, kind, row, column, given, wanted, allowed):
        """Compare numbers, relative to the wanted one where it is above 1. None is an empty cell."""
        if given is None or wanted is None:
            deviation = 0.0 if given is wanted else float("inf")
        else:
            deviation = abs(given - wanted) / max(1.0, abs(wanted))
        self.add(kind, row, deviation, allowed, lambda: f"{column} is {given!r}, recomputed {wanted!r}")

    def same(self, kind, row, column, given, wanted):
        """Compare what is equal or isn't."""
        text = f"{column} is {given!r}, recomputed {wanted!r}"
        self.add(kind, row, 0.0 if given == wanted else 1.0, 0.0, text)

    def print(self):
        width = max(map(len, self.kinds))
        for kind, (count, largest, allowed, unit) in sorted(self.kinds.items()):
            print(f"{kind:{width}}  {count:6} rows  largest deviation {largest:.2g}{unit} (allowed {allowed:g}{unit})")
        for line in self.disagreements:
            print(f"DISAGREES  {line}")
        print(f"{len(self.disagreements)} disagreements" if self.disagreements else "all agree")


# -- Files


def rows_of(folder, name):
    """Rows of a CSV file, or of its compressed twin, with a label for messages."""
    plain, packed = folder / name, folder / f"{name}.gz"
    with open(plain, newline="") if plain.exists() else gzip.open(packed, "rt", newline="") as file:
        rows = list(csv.DictReader(file))
    keys = ("retriever", "arm", "against", "type", "metric", "ci_method")
    for line, row in enumerate(rows, 2):
        row["label"] = f"{name} line {line} ({', '.join(row[key] for key in keys if row.get(key))})"
    return rows


def number(text):
    return None if text == "" else float(text)


class Cell:
    """The questions of a type (or `all`, or `macro`) under a retriever and metric: what a row is computed from."""

    def __init__(self, questions, kind):
        chosen = [q for q in questions if kind in ("all", "macro", q[2])]
        self.chosen = np.array([kind in ("all", "macro", q[2]) for q in questions])
        self.n = len(chosen)
        names, self.page = np.unique([q[1] for q in chosen], return_inverse=True)
        self.pages = len(names)
        self.clustered = self.pages < self.n
        self.macro = kind == "macro"
        self.enough = min(self.n, self.pages) >= FEWEST
        # One stratum for each type whose mean is averaged: a single one but in macro.
        kinds = np.array([q[2] for q in chosen]) if self.macro else np.zeros(self.n)
        self.strata = [kinds == name for name in np.unique(kinds)]

    def estimate(self, x):
        return float(np.mean([x[stratum].mean() for stratum in self.strata]))

    def totals(self, x):
        """Page totals, pages x columns."""
        sums = np.zeros((self.pages, *x.shape[1:]))
        np.add.at(sums, self.page, x)
        return sums


class Scores:
    """scores.csv as a table questions x arms for each retriever and metric."""

    def __init__(self, rows):
        tables = defaultdict(dict)
        for row in rows:
            question = (row["question"], row["page"], row["type"])
            tables[row["retriever"], row["metric"]][question, row["arm"]] = float(row["value"])
        self.questions, self.values, self.types, self.cells = {}, {}, {}, {}
        for key, table in tables.items():
            questions = tuple(dict.fromkeys(question for question, _ in table))
            self.questions[key] = questions
            self.types[key] = sorted({kind for _, _, kind in questions})
            arms = dict.fromkeys(arm for _, arm in table)
            self.values[key] = {arm: np.array([table[q, arm] for q in questions]) for arm in arms}

    def cell(self, key, kind):
        """The cell, the same object for the same questions and type, so that rows can be resampled together."""
        return self.cells.setdefault((self.questions[key], kind), Cell(self.questions[key], kind))


def is_binary(metric):
    """Whether a metric is 0 or 1 by its definition."""
    return metric == "split" or metric.startswith(("hit@", "covered@", "half_in_section@", "pages_"))


def is_cost(metric):
    """Whether lower is better."""
    return metric == "split" or metric.startswith(("chars@", "tokens@"))


# -- Closed forms


def wilson(rate, n, level):
    return proportion_confint(rate * n, n, alpha=1 - level, method="wilson")


def design_effect(cell, x):
    """Variance of the mean over pages by that over questions; 1 where scores don't vary."""
    plain = x.var(ddof=1) / cell.n
    if plain < EPSILON**2:
        return 1.0
    pages = cell.pages
    return pages / (pages - 1) * (cell.totals(x - x.mean()) ** 2).sum() / cell.n**2 / plain


@lru_cache(maxsize=None)
def tango(wins, losses, n, level):
    """Tango (1998): the differences that the score test of paired proportions doesn't reject."""
    z = norm.ppf(0.5 + level / 2)

    def excess(delta, side):
        b = -wins - losses + (2 * n - wins + losses) * delta
        c = -losses * delta * (1 - delta)
        lost = (np.sqrt(max(0.0, b * b - 8 * n * c)) - b) / (4 * n)
        variance = n * (2 * lost + delta * (1 - delta))
        return wins - losses - n * delta + side * z * np.sqrt(max(0.0, variance))

    # At the estimate itself the score is 0/0 where all pairs are alike: the search starts beside it.
    centre, beside = (wins - losses) / n, 1e-10
    lo = -1.0 if centre <= -1 else brentq(excess, -1, centre - beside, args=(-1,), xtol=1e-13)
    hi = 1.0 if centre >= 1 else brentq(excess, centre + beside, 1, args=(1,), xtol=1e-13)
    return lo, hi


def mcnemar_exact(wins, losses):
    return 1.0 if wins + losses == 0 else mcnemar([[0, wins], [losses, 0]], exact=True).pvalue


def exact_sign_flip(totals):
    """Share of all sign changes with a sum at least as far from 0. One sign is held: the others mirror it."""
    sums = totals[:1]
    for total in totals[1:]:
        sums = np.concatenate([sums + total, sums - total])
    seen = abs(totals.sum())
    return float(np.mean(np.abs(sums) >= seen - EPSILON * max(1, seen)))


# -- Resampling


def steps(total, width):
    """Cut `total` draws into steps of at most STEP numbers."""
    size = max(1, STEP // width)
    return [min(size, total - start) for start in range(0, total, size)]


def resampled_means(cell, by_pages, x, total):
    """Bootstrap the columns of `x` together; yields columns x draws.

    Pages are drawn whole, all of them alike; questions are drawn within their stratum. A type of which no page was
    drawn is left out of that draw's macro mean.
    """
    rng = np.random.default_rng([SEED, cell.n, cell.pages, by_pages, cell.macro])
    for size in steps(total, max(cell.n, x.shape[1])):
        means = []
        if by_pages:
            weights = rng.multinomial(cell.pages, np.full(cell.pages, 1 / cell.pages), size).T.astype(float)
        for stratum in cell.strata:
            if by_pages:
                within = np.where(stratum[:, None], x, 0)
                counts = cell.totals(stratum.astype(float)) @ weights
                with np.errstate(invalid="ignore"):
                    means.append((cell.totals(within).T @ weights) / counts)
            else:
                count = int(stratum.sum())
                drawn = rng.multinomial(count, np.full(count, 1 / count), size).T.astype(float)
                means.append(x[stratum].T @ drawn / count)
        yield means[0] if len(means) == 1 else np.nanmean(means, axis=0)


def acceleration(cell, x):
    """BCa's a of a mean of stratum means, from its jackknife (Efron; over strata as for several samples)."""
    cubes = squares = 0.0
    for stratum in cell.strata:
        values = x[stratum]
        influence = (values - values.mean()) / len(cell.strata)
        cubes += (influence**3).sum() / len(values) ** 3
        squares += (influence**2).sum() / len(values) ** 2
    return cubes / squares**1.5 / 6 if squares > 0 else 0.0


def bca_level(tail, share_below, a):
    """Level A at which BCa's bound is a quantile, and its variance times B (see the top)."""

    def adjusted(share):
        z0 = norm.ppf(share)
        z = z0 + norm.ppf(tail)
        return norm.cdf(z0 + z / (1 - a * z))

    p, h = share_below, 1e-5
    level = adjusted(p)
    slope = (adjusted(p + h) - adjusted(p - h)) / (2 * h)
    both = min(p, level) - p * level
    return level, slope**2 * p * (1 - p) + level * (1 - level) - 2 * slope * both


def expanded_level(tail, cell, by_pages):
    """Level of the expanded percentile; for a mean of several types' means the smallest type is what counts."""
    count = min(len(np.unique(cell.page[s])) if by_pages else int(s.sum()) for s in cell.strata)
    return float(norm.cdf(np.sqrt(count / (count - 1)) * student.ppf(tail, count - 1)))


class Bootstraps:
    """Rows with a bootstrap interval, kept until all rows of a cell can be resampled together."""

    def __init__(self):
        self.rows = defaultdict(list)

    def add(self, file, row, cell, x):
        self.rows[cell, row["ci_method"].endswith("-cluster")].append((file, row, x))

    def check(self, checks, resamples, level):
        for (cell, by_pages), rows in self.rows.items():
            self.check_together(checks, cell, by_pages, rows, resamples, level)

    def check_together(self, checks, cell, by_pages, rows, resamples, level):
        x = np.stack([values for _, _, values in rows], axis=1)
        # What shares of the resampled means are counted for: lo, hi and the estimate of every row.
        points = np.array(
            [[number(row["lo"]), number(row["hi"]), cell.estimate(values)] for _, row, values in rows], dtype=float
        )
        slack = EPSILON * np.maximum(1, np.abs(points))
        below, at_most = np.zeros(points.shape), np.zeros(points.shape)
        least, most = np.full(len(rows), np.inf), np.full(len(rows), -np.inf)
        for means in resampled_means(cell, by_pages, x, RESAMPLES):
            for j, i in np.ndindex(points.shape):
                below[j, i] += np.count_nonzero(means[j] < points[j, i] - slack[j, i])
                at_most[j, i] += np.count_nonzero(means[j] <= points[j, i] + slack[j, i])
            least, most = np.minimum(least, means.min(axis=1)), np.maximum(most, means.max(axis=1))
        below, at_most = below / RESAMPLES, at_most / RESAMPLES
        varies = most - least > 2 * slack[:, 2]
        for j, (file, row, values) in enumerate(rows):
            given = row["lo"] != "" and row["hi"] != ""
            text = f"[lo, hi] is [{row['lo']}, {row['hi']}]; resampled means lie in {least[j]:.6g}...{most[j]:.6g}"
            kind = f"{file}: interval where the bootstrap varies, none where it doesn't"
            checks.add(kind, row["label"], 0.0 if given == bool(varies[j]) else 1.0, 0.0, text)
            if not (given and varies[j]):
                continue
            method = row["ci_method"]
            share, a = (below[j, 2] + at_most[j, 2]) / 2, acceleration(cell, values)
            for i, (end, tail) in enumerate((("lo", (1 - level) / 2), ("hi", (1 + level) / 2))):
                if method.startswith("bca"):
                    wanted, variance = bca_level(tail, share, a)
                else:
                    wanted = expanded_level(tail, cell, by_pages)
                    variance = wanted * (1 - wanted)
                away = max(below[j, i] - wanted, wanted - at_most[j, i], 0.0)
                deviation = away / np.sqrt(variance * (1 / resamples + 1 / RESAMPLES))

                def text():
                    means = np.hstack(list(resampled_means(cell, by_pages, values[:, None], EXPLAINED)))
                    own = f"{np.quantile(means, wanted):.6g} (level {wanted:.5f})"
                    return f"{end} is {row[end]}, at level {below[j, i]:.5f}...{at_most[j, i]:.5f}; recomputed {own}"

                macro = ", macro" if cell.macro else ""
                checks.add(f"{file}: {method} bound{macro}", row["label"], deviation, SIGMAS, text, " SE")


class SignFlips:
    """Rows with a p-value of sampled sign flips, kept until all rows of a cell can be flipped together."""

    def __init__(self):
        self.rows = defaultdict(list)

    def add(self, checks, row, cell, x):
        totals = cell.totals(x)
        totals[np.abs(totals) < EPSILON] = 0
        differing = totals[totals != 0]
        if len(differing) > MOST_ENUMERATED:
            self.rows[cell].append((row, totals))
            return
        wanted = exact_sign_flip(differing) if len(differing) > 0 else 1.0
        checks.number("paired: p, all sign flips", row["label"], "p", number(row["p"]), wanted, 1e-9)

    def check(self, checks, resamples):
        for cell, rows in self.rows.items():
            totals = np.stack([values for _, values in rows])
            seen = np.abs(totals.sum(axis=1))
            reach = seen - EPSILON * np.maximum(1, seen)
            rng = np.random.default_rng([SEED, cell.n])
            far = np.zeros(len(rows))
            for size in steps(FLIPS, max(cell.pages, len(rows))):
                sums = np.abs(totals @ (rng.integers(0, 2, (cell.pages, size)) * 2.0 - 1))
                far += [np.count_nonzero(row_sums >= least) for row_sums, least in zip(sums, reach)]
            for (row, _), p in zip(rows, far / FLIPS):
                given = number(row["p"])
                deviation = deviation_of_p(given, p, resamples, FLIPS)
                text = f"p is {given!r}, recomputed {p:.5f}"
                checks.add("paired: p, sampled sign flips", row["label"], deviation, SIGMAS, text, " SE")


def deviation_of_p(given, p, resamples, own):
    """Deviation in standard errors of a p that was (1 + count) / (B + 1)."""
    if given is None:
        return float("inf")
    share = (given * (resamples + 1) - 1) / resamples
    likely = min(max(p, 1 / resamples), 1 - 1 / resamples)
    return abs(share - p) / np.sqrt(likely * (1 - likely) * (1 / resamples + 1 / own))


# -- summary.csv


def methods_wanted(cell, metric, of_difference):
    """The intervals of a cell, in order; None where there is none and the row stands alone."""
    if not cell.enough:
        return None
    plain = "bca" if cell.n >= FEWEST_FOR_BCA else "expanded-percentile"
    if cell.macro:
        return ["expanded-percentile-cluster" if cell.clustered else f"{plain}-stratified"]
    if is_binary(metric):
        if of_difference:
            return ["expanded-percentile-cluster", "tango"] if cell.clustered else ["tango", plain]
        return ["wilson-cluster", "expanded-percentile-cluster", "wilson"] if cell.clustered else ["wilson", plain]
    return ["expanded-percentile-cluster", plain] if cell.clustered else [plain]


def flag_wanted(cell, metric, x, row):
    """Warnings of a summary row.

    Where questions are too few already, too few pages go unsaid; and zeros and ones mean nothing among lengths.
    """
    words = ["n<10"] if cell.n < FEWEST else ["pages<10"] if cell.pages < FEWEST else []
    if not metric.startswith(("chars@", "tokens@")):
        words += ["non-zero<10"] if (x != 0).sum() < 10 else []
        words += ["non-one<10"] if (x != 1).sum() < 10 else []
    words += ["n.e."] if row["lo"] == "" else []
    return " ".join(words)


def check_methods(checks, file, rows, cell, metric, of_difference):
    wanted = methods_wanted(cell, metric, of_difference)
    label = rows[0]["label"]
    if wanted is None:
        for row in rows:
            checks.same(f"{file}: no interval of too few", row["label"], "[lo, hi]", [row["lo"], row["hi"]], ["", ""])
    else:
        checks.same(f"{file}: methods", label, "ci_method", [row["ci_method"] for row in rows], wanted)
    return wanted is not None


def check_interval(checks, bootstraps, file, row, cell, x, level):
    """Closed forms at once; a bootstrap later, with others of its cell."""
    method = row["ci_method"]
    if method in ("wilson", "wilson-cluster"):
        n = cell.n / max(1.0, design_effect(cell, x)) if method == "wilson-cluster" else cell.n
        wanted, allowed = wilson(x.mean(), n, level), 1e-9
    elif method == "tango":
        wanted, allowed = tango(int((x > 0).sum()), int((x < 0).sum()), cell.n, level), 1e-6
    else:
        bootstraps.add(file, row, cell, x)
        return
    for end, value in zip(("lo", "hi"), wanted):
        checks.number(f"{file}: {method} bound", row["label"], end, number(row[end]), float(value), allowed)


def grouped(rows, keys):
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[key] for key in keys)].append(row)
    return groups


def check_complete(checks, file, groups, wanted):
    for key in sorted(set(groups) | set(wanted)):
        text = "is missing" if key in wanted else "is of no such scores"
        deviation = 0.0 if key in groups and key in wanted else 1.0
        checks.add(f"{file}: every cell, no other", f"{file}.csv ({', '.join(key)})", deviation, 0.0, text)
    return [(key, groups[key]) for key in groups if key in wanted]


def check_summary(checks, bootstraps, scores, rows, level):
    groups = grouped(rows, ("retriever", "arm", "type", "metric"))
    wanted = {
        (key[0], arm, kind, key[1])
        for key, arms in scores.values.items()
        for arm in arms
        for kind in (*scores.types[key], "all", "macro")
    }
    for (retriever, arm, kind, metric), group in check_complete(checks, "summary", groups, wanted):
        key = (retriever, metric)
        cell = scores.cell(key, kind)
        x = scores.values[key][arm][cell.chosen]
        with_interval = check_methods(checks, "summary", group, cell, metric, False)
        for row in group:
            label = row["label"]
            checks.number("summary: n", label, "n", number(row["n"]), cell.n, 0)
            checks.number("summary: pages", label, "pages", number(row["pages"]), cell.pages, 0)
            checks.number("summary: estimate", label, "estimate", number(row["estimate"]), cell.estimate(x), 1e-9)
            checks.number("summary: level", label, "level", number(row["level"]), level, 0)
            checks.same("summary: flag", label, "flag", row["flag"], flag_wanted(cell, metric, x, row))
            if with_interval:
                check_interval(checks, bootstraps, "summary", row, cell, x, level)


# -- paired.csv


def check_paired(checks, bootstraps, flips, scores, rows, manifest):
    level, primary = manifest["statistics"]["level"], manifest["primary"]
    groups = grouped(rows, ("retriever", "arm", "against", "type", "metric"))
    wanted = {
        (key[0], pair["arm"], pair["against"], kind, key[1])
        for key in scores.values
        for pair in manifest["comparisons"]
        for kind in (*scores.types[key], "all", "macro")
    }
    for (retriever, arm, against, kind, metric), group in check_complete(checks, "paired", groups, wanted):
        key = (retriever, metric)
        cell = scores.cell(key, kind)
        x = (scores.values[key][arm] - scores.values[key][against])[cell.chosen]
        with_interval = check_methods(checks, "paired", group, cell, metric, True)
        x[np.abs(x) < EPSILON] = 0
        above, under = int((x > 0).sum()), int((x < 0).sum())
        wins, losses = (under, above) if is_cost(metric) else (above, under)
        for i, row in enumerate(group):
            label = row["label"]
            checks.number("paired: n", label, "n", number(row["n"]), cell.n, 0)
            checks.number("paired: pages", label, "pages", number(row["pages"]), cell.pages, 0)
            checks.number("paired: difference", label, "difference", number(row["difference"]), cell.estimate(x), 1e-9)
            given = [number(row[column]) for column in ("wins", "ties", "losses")]
            checks.same("paired: wins, ties, losses", label, "they", given, [wins, cell.n - wins - losses, losses])
            affected = number(row["affected"])
            fits = affected is None if cell.macro else affected is not None and 0 <= affected <= cell.n
            checks.add("paired: affected in 0...n", label, 0.0 if fits else 1.0, 0.0, f"affected is {affected!r}")
            if with_interval:
                check_interval(checks, bootstraps, "paired", row, cell, x, level)
            # The p-value is of the cell, and stands in its first row.
            has_p = i == 0 and not cell.macro
            checks.same("paired: p in the first row alone", label, "that p is given", row["p"] != "", has_p)
            if has_p and row["p"] != "":
                if is_binary(metric) and not cell.clustered:
                    p = mcnemar_exact(above, under)
                    checks.number("paired: p, McNemar exact", label, "p", number(row["p"]), p, 1e-9)
                else:
                    flips.add(checks, row, cell, x)
            claimed = has_p and key == (primary["retriever"], primary["metric"])
            family = "" if not claimed else "1" if kind == "all" else "2"
            checks.same("paired: family", label, "family", row["family"], family)


def check_holm(checks, rows):
    """Adjusted p-values from the given ones."""
    for family, group in grouped(rows, ("family",)).items():
        if family == ("",):
            for row in group:
                checks.same("paired: no adjusted p outside families", row["label"], "p_adjusted", row["p_adjusted"], "")
            continue
        adjusted = multipletests([float(row["p"]) for row in group], method="holm")[1]
        for row, wanted in zip(group, adjusted):
            given = number(row["p_adjusted"])
            checks.number(f"paired: Holm, family {family[0]}", row["label"], "p_adjusted", given, float(wanted), 1e-12)


# -- verdict.json


def tukey(cell, values):
    """Share of permutations of the arms within pages whose range of means reaches each difference; arms x arms."""
    totals = cell.totals(values)
    pages, arms = totals.shape
    seen = np.abs(np.subtract.outer(totals.sum(axis=0), totals.sum(axis=0)))
    reached = np.zeros((arms, arms))
    rng = np.random.default_rng([SEED, arms])
    for size in steps(PERMUTATIONS, pages * arms):
        mixed = rng.permuted(np.broadcast_to(totals, (size, pages, arms)), axis=2).sum(axis=1)
        spread = np.ptp(mixed, axis=1)
        reached += (spread[:, None, None] >= seen - EPSILON * np.maximum(1, seen)).sum(axis=0)
    return reached / PERMUTATIONS


def check_verdict(checks, scores, paired, verdict, manifest):
    key = (verdict["retriever"], verdict["metric"])
    settings, primary = manifest["statistics"], manifest["primary"]
    checks.same("verdict: endpoint", "verdict.json", "it", list(key), [primary["retriever"], primary["metric"]])
    cell, arms = scores.cell(key, "all"), list(scores.values[key])
    values = np.stack(list(scores.values[key].values()), axis=1)
    for name, wanted in (("n", cell.n), ("pages", cell.pages), ("arms", len(arms))):
        checks.number("verdict: n, pages, arms", "verdict.json", name, verdict[name], wanted, 0)
    check_ruled_out(checks, cell, arms, values, verdict, settings)

    zero_one = bool(np.isin(values, [0, 1]).all())
    for name, found in (("found_by_all", values == 1), ("found_by_none", values == 0)):
        wanted = int(found.all(axis=1).sum()) if zero_one else None
        checks.number("verdict: found by all, by none", "verdict.json", name, verdict[name], wanted, 0)

    claims = [row for row in paired if row["family"] == "1"]
    checks.number("verdict: comparisons", "verdict.json", "comparisons", verdict["comparisons"], len(claims), 0)
    told = sorted(row["arm"] for row in claims if float(row["p_adjusted"]) < 1 - settings["level"])
    given = sorted(pair["arm"] for pair in verdict["separable"])
    checks.same("verdict: separable", "verdict.json", "separable", given, told)

    cost = scores.values.get((verdict["retriever"], verdict["cost_metric"]))
    if cost is not None and verdict["cheapest"] is not None:
        least = min(cost[arm].mean() for arm in verdict["in_play"])
        mean = float(cost[verdict["cheapest"]].mean())
        checks.number("verdict: cheapest", "verdict.json", "mean cost of the cheapest", mean, float(least), 1e-9)


def check_ruled_out(checks, cell, arms, values, verdict, settings):
    chance = tukey(cell, values)
    means = values.mean(axis=0) * (-1 if is_cost(verdict["metric"]) else 1)
    resamples, alpha = settings["resamples"], 1 - settings["level"]
    said = {entry["arm"]: entry for entry in verdict["ruled_out"]}
    in_play = [arm for arm in arms if arm not in said]
    checks.same("verdict: in play", "verdict.json", "in_play", sorted(verdict["in_play"]), sorted(in_play))
    for i, arm in enumerate(arms):
        best = int(means.argmax())
        p = chance[i, best] if means[best] > means[i] else 1.0
        # Which side of alpha p is on can be told only where it is far enough from alpha.
        away = abs(p - alpha) / np.sqrt(alpha * settings["level"] * (1 / resamples + 1 / PERMUTATIONS))
        wrong = (p < alpha) != (arm in said)
        text = f"{arm} is {'' if arm in said else 'not '}ruled out; recomputed p {p:.5f}, against {arms[best]}"
        checks.add("verdict: ruled out", "verdict.json", away if wrong else 0.0, SIGMAS, text, " SE")
        if arm not in said:
            continue
        entry = said[arm]
        other = arms.index(entry["beaten_by"])
        given, wanted = abs(entry["difference"]), abs(float(means[other] - means[i]))
        checks.number("verdict: difference", "verdict.json", f"{arm}: difference", given, wanted, 1e-9)
        given, wanted = float(means[other]), float(means[best])
        checks.number("verdict: beaten by the best", "verdict.json", f"{arm}: mean of it", given, wanted, 1e-9)
        deviation = deviation_of_p(entry["p"], chance[i, other], resamples, PERMUTATIONS)
        text = f"{arm}: p is {entry['p']!r}, recomputed {chance[i, other]:.5f}"
        checks.add("verdict: p", "verdict.json", deviation, SIGMAS, text, " SE")


def recompute(folder):
    """Check a results folder; returns what was found."""
    manifest = json.loads((folder / "manifest.json").read_text())
    verdict = json.loads((folder / "verdict.json").read_text())
    scores = Scores(rows_of(folder, "scores.csv"))
    summary, paired = rows_of(folder, "summary.csv"), rows_of(folder, "paired.csv")
    level, resamples = manifest["statistics"]["level"], manifest["statistics"]["resamples"]
    checks, bootstraps, flips = Checks(), Bootstraps(), SignFlips()
    check_summary(checks, bootstraps, scores, summary, level)
    check_paired(checks, bootstraps, flips, scores, paired, manifest)
    check_holm(checks, paired)
    flips.check(checks, resamples)
    bootstraps.check(checks, resamples, level)
    if verdict is not None:
        check_verdict(checks, scores, paired, verdict, manifest)
    return checks


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python recompute.py <results folder>")
    found = recompute(Path(sys.argv[1]))
    found.print()
    sys.exit(1 if found.disagreements else 0)
