import { explainFailure } from './errors.ts'

const running = new Set<string>()

/**
 * An action that belongs to no form, such as taking something back: a second press about the same thing is ignored while
 * it runs (spec §4), a refusal is shown, in other words with `explain`. Answers what was sent back, undefined when it was
 * ignored or refused.
 */
export const actOnce = async <R>(
  about: string,
  send: () => Promise<R>,
  explain: (failure: unknown) => Promise<unknown> = explainFailure,
): Promise<R | undefined> => {
  if (running.has(about)) return undefined
  running.add(about)
  try {
    return await send()
  } catch (failure) {
    // What is offered beside the refusal may do it again.
    running.delete(about)
    await explain(failure)
    return undefined
  } finally {
    running.delete(about)
  }
}
