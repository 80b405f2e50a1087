import {
  bcaInterval,
  bootstrapClusterMean,
  bootstrapContrast,
  bootstrapMean,
  type ContrastGroup,
  clusterSignFlip,
  countClusters,
  expandedPercentileInterval,
  type Interval,
  mcnemarExact,
  type Numbers,
  type ResamplingMatrix,
  resamplingMatrix,
  signFlip,
  simultaneousBands,
  tango,
  wilson,
  wilsonCluster,
} from "../statistics/index.js";
import type { StatisticsSettings } from "./config.js";

/*
 * The study's statistical policy: which method where. The methods themselves are in `statistics`.
 *
 * - Questions of one page are a cluster. Where a set of questions has more than one on any page, pages are
 *   resampled, pages' totals change sign, and hit rates lose sample size by the design effect. The interval that
 *   ignores pages is given as well, after the others.
 * - A 0/1 score has a Wilson interval first, since a bootstrap of few zeros and ones covers far too little; every
 *   score has a bootstrap interval: BCa from 20 questions on, expanded percentile from 10. Over pages it is expanded
 *   percentile whatever their number: in simulations (see statistics/coverage.test.ts) BCa over pages covers too little.
 * - A mean over types that weigh equally is bootstrapped within types, or over all pages together; its expanded
 *   percentile is expanded for the questions, or pages, of the smallest type, on which it rests as much as on any other.
 * - A 0/1 difference without clusters has Tango's interval first, for the same reason.
 * - Below 10 questions, or 10 pages, there is no interval: the estimate and n stand alone. An interval that can't be
 *   estimated is left out, never shown with zero width.
 * - All arms, metrics and retrievers share one matrix of resamples.
 */

/** Fewest questions, or pages, for an interval. */
export const fewest = 10;
/** Fewest for BCa. */
const fewestForBca = 20;

/** An interval with its method's name, which goes wherever the interval goes. */
export interface NamedInterval {
  readonly ci_method: string;
  readonly interval: Interval | null;
}

/** Scores or differences of some questions, and the questions' pages as numbers. */
export interface Sample {
  readonly values: Numbers;
  readonly clusters: readonly number[];
}

export class Policy {
  private readonly matrices = new Map<number, ResamplingMatrix>();

  constructor(readonly settings: StatisticsSettings) {}

  /** Intervals of a mean score, the one to show first; at least one, without an interval where none can be given. */
  ofScore(sample: Sample, isBinary: boolean): NamedInterval[] {
    if (tooFew(sample)) return [notEstimable];
    const { values, clusters } = sample;
    const { level } = this.settings;
    const plain = (): NamedInterval => ({
      ci_method: "wilson",
      interval: wilson(total(values), values.length, level),
    });
    if (!isBinary) return this.bootstraps(sample);
    if (!isClustered(sample)) return [plain(), this.overQuestions(values)];
    const clustered = { ci_method: "wilson-cluster", interval: wilsonCluster(values, clusters, level) };
    return [clustered, this.overPages(sample), plain()];
  }

  /** Intervals of a mean paired difference, the one to show first. */
  ofDifference(sample: Sample, isBinary: boolean): NamedInterval[] {
    if (tooFew(sample)) return [notEstimable];
    if (!isBinary) return this.bootstraps(sample);
    const { wins, ties, losses } = outcomes(sample.values);
    const plain = { ci_method: "tango", interval: tango(ties, wins, losses, 0, this.settings.level) };
    return isClustered(sample) ? [this.overPages(sample), plain] : [plain, this.overQuestions(sample.values)];
  }

  /** Two-sided p that the differences are centred on 0. */
  pOfDifference({ values, clusters }: Sample, isBinary: boolean): number {
    const { resamples, seed } = this.settings;
    if (isClustered({ values, clusters })) return clusterSignFlip(values, clusters, { resamples, seed }).p;
    if (!isBinary) return signFlip(values, { resamples, seed }).p;
    const { wins, losses } = outcomes(values);
    return mcnemarExact(wins, losses);
  }

  /** Interval of the mean over groups of questions that weigh equally, however many questions each has. */
  ofMacro(groups: readonly Sample[]): NamedInterval {
    const clusters = groups.flatMap((group) => group.clusters);
    const clustered = countClusters(clusters) < clusters.length;
    const contrast: ContrastGroup[] = groups.map((group) => ({
      values: group.values,
      weight: 1 / groups.length,
      ...(clustered ? { clusters: group.clusters } : {}),
    }));
    const questions = clusters.length;
    const pages = countClusters(clusters);
    const matrix = clustered ? this.matrix(pages) : undefined;
    const enough =
      questions >= fewest && pages >= fewest && groups.every((group) => group.values.length >= 2);
    const bootstrap = enough ? bootstrapContrast(contrast, { ...this.settings, matrix }) : null;
    if (bootstrap === null) return notEstimable;
    const { level } = this.settings;
    if (!clustered && questions >= fewestForBca)
      return { ci_method: "bca-stratified", interval: bcaInterval(bootstrap, level) };
    const ci_method = clustered ? "expanded-percentile-cluster" : "expanded-percentile-stratified";
    return { ci_method, interval: expandedPercentileInterval(bootstrap, level) };
  }

  /**
   * Bands of the mean scores of many settings, that hold for all of them at once; null where there are too few
   * questions or pages, or a setting's scores don't vary.
   *
   * @param samples of the same questions
   */
  ofGrid(samples: readonly Sample[]): NamedInterval[] {
    const [first] = samples;
    if (first === undefined || tooFew(first)) return samples.map(() => notEstimable);
    const clustered = isClustered(first);
    const bootstraps = samples.map(({ values, clusters }) =>
      clustered
        ? bootstrapClusterMean(values, clusters, this.matrix(countClusters(clusters)))
        : bootstrapMean(values, this.matrix(values.length)),
    );
    const ci_method = clustered ? "simultaneous-cluster" : "simultaneous";
    return simultaneousBands(bootstraps, this.settings.level).intervals.map((interval) => {
      return { ci_method, interval };
    });
  }

  private bootstraps(sample: Sample): NamedInterval[] {
    const plain = this.overQuestions(sample.values);
    return isClustered(sample) ? [this.overPages(sample), plain] : [plain];
  }

  private overPages({ values, clusters }: Sample): NamedInterval {
    const bootstrap = bootstrapClusterMean(values, clusters, this.matrix(countClusters(clusters)));
    return {
      ci_method: "expanded-percentile-cluster",
      interval: expandedPercentileInterval(bootstrap, this.settings.level),
    };
  }

  private overQuestions(values: Numbers): NamedInterval {
    const { level } = this.settings;
    const bootstrap = bootstrapMean(values, this.matrix(values.length));
    if (values.length >= fewestForBca) return { ci_method: "bca", interval: bcaInterval(bootstrap, level) };
    return { ci_method: "expanded-percentile", interval: expandedPercentileInterval(bootstrap, level) };
  }

  /** The one matrix of resamples for so many questions, or pages. */
  matrix(n: number): ResamplingMatrix {
    const known = this.matrices.get(n);
    if (known !== undefined) return known;
    const made = resamplingMatrix(n, this.settings.resamples, this.settings.seed);
    this.matrices.set(n, made);
    return made;
  }
}

const notEstimable: NamedInterval = { ci_method: "", interval: null };

function tooFew({ values, clusters }: Sample): boolean {
  return values.length < fewest || countClusters(clusters) < fewest;
}

function isClustered({ values, clusters }: Sample): boolean {
  return countClusters(clusters) < values.length;
}

/** Of differences of 0/1 scores: how often the first arm alone found the answer, the second alone, or neither alone. */
function outcomes(values: Numbers): { wins: number; ties: number; losses: number } {
  const count = (difference: number): number =>
    Array.from(values).filter((value) => value === difference).length;
  const [wins, losses] = [count(1), count(-1)];
  return { wins, losses, ties: values.length - wins - losses };
}

function total(values: Numbers): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0);
}
