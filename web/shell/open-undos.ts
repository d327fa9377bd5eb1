interface OpenAction {
  id: string
  /** The record of the action, e.g. `registration 12`; undefined when it has none. */
  about: string | undefined
  run: () => void
}

const openActions = () => {
  let actions: readonly OpenAction[] = []
  return {
    add: (action: OpenAction) => {
      actions = [...actions, action]
    },
    /** The notice was removed. */
    remove: (id: string) => {
      actions = actions.filter((action) => action.id !== id)
    },
    newest: () => actions.at(-1),
    /** Ids of the notices whose action is outdated once this record has changed again. */
    outdatedBy: (about: string) => actions.filter((action) => action.about === about).map(({ id }) => id),
  }
}

/** The undo actions of visible notices; the key undoes the newest. */
export const openUndos = openActions()

/** The dialogs that visible notices offer, in the same way; each with the letter that opens it. */
export const openOffers = openActions()
