import { explainFailure } from './errors.ts'

const running = new Set<string>()

/**
 * An action that belongs to no form, such as an undo: a second press about the same record is ignored while it runs
 * (spec §4), and a refusal is shown, with `explain` in its own words. Returns the reply, undefined when it was ignored
 * or refused.
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
    // An action offered beside the refusal may call it again.
    running.delete(about)
    await explain(failure)
    return undefined
  } finally {
    running.delete(about)
  }
}
