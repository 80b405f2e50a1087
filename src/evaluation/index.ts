export {
  coversAnswer,
  firstHolderRank,
  isHolder,
  type Metric,
  metricNotations,
  parseMetric,
  type Retrieved,
  withinBudget,
} from "./metric.js";
