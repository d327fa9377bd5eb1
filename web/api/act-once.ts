import { notify } from '#web/shell/notify.tsx'
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

type Send = () => Promise<{ message: string }>

/** Actions about the records of one kind: each once at a time, `refresh` loads anew what they have changed. */
export const actionsAbout = (kind: string, refresh: () => unknown) => {
  /** Returns the server's message, undefined when the action was ignored or refused. */
  const act = (about: string, send: Send) =>
    actOnce(`${kind} ${about}`, async () => {
      const { message } = await send()
      void refresh()
      return message
    })
  return {
    act,
    /** The same, and the message as a notice. */
    actAndNotify: async (about: string, send: Send) => {
      const message = await act(about, send)
      if (message) notify(message)
    },
  }
}
