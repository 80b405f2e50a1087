/** What stands beside the files: what they are, and how to score them. */
export function trecReadme(names: ReadonlyMap<string, string>, questions: number): string {
  const arms = [...names].map(([arm, name]) => `| \`${name}\` | ${arm.replaceAll("|", "\\|")} |`);
  return `# Qrels and runs

\`qrels.<arm>.txt\`: which chunks of an arm hold a question's whole answer. \`run.<retriever>.<arm>.txt\`: the first 50
chunks for each question. Score a run against its own arm's qrels: the chunks of two arms have nothing in common.

| here | in the study |
|---|---|
${arms.join("\n")}

- ${questions} questions are in every file. One that no chunk of an arm holds whole has the document \`no-holder\` as its only
  relevant one; one that a retriever finds nothing for has the document \`nothing-found\` as its only result. So each
  counts with 0 in every mean.
- The score in a run is 1000 − rank. It is not the retriever's score, which has ties that each tool would break in its
  own way; sorted by this one, every tool has the study's order.
- White space and \`%\` in ids are percent-encoded.
- hit@k is \`success_k\` of trec_eval and pytrec_eval, \`hit_rate@k\` of ranx. MRR@10 is \`mrr@10\` of ranx; trec_eval's
  \`recip_rank\` looks at the whole run, so cut the run to its first ten lines for each question, or take 0 where it is
  below .1.
- Don't compare arms by measures that count relevant chunks (recall, nDCG): how many chunks hold the same quote depends
  on an arm's overlap.
`;
}
