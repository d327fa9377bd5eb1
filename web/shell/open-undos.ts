interface OpenUndo {
  id: string
  /** What it takes back, e.g. `registration 12`; nothing when it is about no record. */
  about: string | undefined
  run: () => void
}

let undos: readonly OpenUndo[] = []

/** The actions that shown notices can take back; the newest is what the key takes back. */
export const openUndos = {
  add: (undo: OpenUndo) => {
    undos = [...undos, undo]
  },
  /** Its notice is gone. */
  remove: (id: string) => {
    undos = undos.filter((undo) => undo.id !== id)
  },
  newest: () => undos.at(-1),
  /** Ids of the notices whose undo is out of date once this record has changed again. */
  outdatedBy: (about: string) => undos.filter((undo) => undo.about === about).map(({ id }) => id),
}
