/** Three small pages and five questions on them, for tests that need a study of their own. */
export const kilnDocs: Readonly<Record<string, string>> = {
  "start.md":
    "# Kiln\n\nThe kiln is lit from the control box. Wait ten minutes before you load it.\n\n## Loading\n\nPut tall pots at the back. Leave a finger of room between two shelves.\n\n## Firing\n\nA full firing takes nine hours. The lid stays shut until the dial reads forty degrees.\n",
  "glaze.md":
    "# Glazes\n\n| glaze | cone |\n| --- | --- |\n| celadon | 10 |\n| shino | 9 |\n\n## Mixing\n\n1. Weigh the powder.\n2. Add water slowly.\n3. Sieve it twice through the fine mesh.\n\nA glaze that runs has too much flux in it.\n",
  "faults/cracks.md":
    "# Cracks\n\nCracks in the foot come from drying too fast. Cover the pots with plastic for two days.\n\n```sh\nkilnctl ramp --slow 60\n```\n\nA crack with round edges was there before the firing.\n",
};

export const kilnQuestions = [
  {
    id: "q1",
    question: "how long does it burn",
    url: "start.md",
    type: "fact",
    answer_quote: "A full firing takes nine hours.",
  },
  {
    id: "q2",
    question: "gap between boards",
    url: "start.md",
    type: "fact",
    answer_quote: "Leave a finger of room between two shelves.",
  },
  {
    id: "q3",
    question: "which temperature for shino",
    url: "glaze.md",
    type: "table",
    answer_quote: "| shino | 9 |",
  },
  {
    id: "q4",
    question: "how to prepare one",
    url: "glaze.md",
    type: "procedure",
    answer_quotes: ["Weigh the powder.", "Sieve it twice through the fine mesh."],
  },
  {
    id: "q5",
    question: "why did the bottom split",
    url: "faults/cracks.md",
    type: "fact",
    answer_quote: "Cracks in the foot come from drying too fast.",
  },
];
