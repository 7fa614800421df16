import { threadKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { AlgebraData, answerTo } from './answer-to.ts';
import { requestIn } from './request.ts';

const MAX_ANSWER = 500;

const readingOf = memoizeLast(requestIn);

/** Matrices, complex numbers, derivatives, polynomials, equations, digits and physical constants. */
export const algebra = threadKind({
  type: 'algebra',
  lasting: true,
  example: 'derivative of x^2 sin x',
  data: AlgebraData,
  match: (query) => readingOf(query) !== null,
  work(query) {
    const request = readingOf(query);
    try {
      const found = request && answerTo(request, query.lang);
      return found && found.answer.length <= MAX_ANSWER ? found : null;
    } catch {
      // Refused, or an Error of mathjs: wrong syntax, sizes that do not fit, a singular matrix, an unknown unit.
      return null;
    }
  },
});
