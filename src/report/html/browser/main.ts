import type { ReportData } from "../data.js";
import { showDifferences } from "./difference-section.js";
import { byId } from "./dom.js";
import { showInteractions } from "./interaction-section.js";
import { Navigation } from "./navigation.js";
import { showPages } from "./page-section.js";
import { PageWindow } from "./page-window.js";
import { QuestionSection } from "./question-section.js";
import { QuestionWindow } from "./question-window.js";
import { showChunks, showFigures, showScores, showTypes } from "./score-sections.js";
import { firstChoice, Store } from "./store.js";
import { showToolbar } from "./toolbar.js";

const data = JSON.parse(byId("report-data").textContent ?? "") as ReportData;
const store = new Store(data, firstChoice(data));
const navigation = new Navigation();

showToolbar(store);
showScores(store);
showTypes(store);
showDifferences(store);
showInteractions(store);
showChunks(store);
showFigures(store);
showPages(store, navigation);
const questions = new QuestionSection(store, navigation);
new QuestionWindow(store, navigation, () => questions.listed);
// After the questions' window, so that a page that both were left open on lies above its question.
new PageWindow(store, navigation);
document.documentElement.classList.add("ready");
