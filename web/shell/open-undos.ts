interface OpenAction {
  id: string
  /** What it is about, e.g. `registration 12`; nothing when it is about no record. */
  about: string | undefined
  run: () => void
}

const openActions = () => {
  let actions: readonly OpenAction[] = []
  return {
    add: (action: OpenAction) => {
      actions = [...actions, action]
    },
    /** Its notice is gone. */
    remove: (id: string) => {
      actions = actions.filter((action) => action.id !== id)
    },
    newest: () => actions.at(-1),
    /** Ids of the notices whose action is out of date once this record has changed again. */
    outdatedBy: (about: string) => actions.filter((action) => action.about === about).map(({ id }) => id),
  }
}

/** What shown notices can take back; the newest is what the key takes back. */
export const openUndos = openActions()

/** The dialogs that shown notices offer, likewise; each with the letter that opens it. */
export const openOffers = openActions()
