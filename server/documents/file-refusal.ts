/** Why a file that somebody gave is not read. */
export type FileRefusalReason =
  | 'type'
  | 'blank'
  | 'unreadable'
  | 'doctype'
  | 'names'
  | 'encrypted'
  | 'parts'
  | 'unpacked'
  | 'packed'
  | 'texts'
  | 'rows'
  | 'lastRow'
  | 'columns'
  | 'cells'
  | 'cell'
  | 'slow'
  | 'busy'

/** Thrown by the readers; the domain says it in German. */
export class FileRefusal extends Error {
  readonly reason: FileRefusalReason
  constructor(reason: FileRefusalReason) {
    super(`file refused: ${reason}`)
    this.reason = reason
  }
}
