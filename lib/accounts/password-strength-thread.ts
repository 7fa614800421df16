// The entry point of the thread that estimates passwords.
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { dictionary as common, adjacencyGraphs as graphs } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';
import type { PasswordStrength, StrengthTask } from './password-strength.ts';

const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs, translations });

parentPort?.on('message', ({ password, words }: StrengthTask) => {
  const { score, feedback } = estimator.check(password, words);
  const advice = [feedback.warning, ...feedback.suggestions].filter((sentence) => sentence !== null);
  parentPort?.postMessage({ score, advice } satisfies PasswordStrength);
});
