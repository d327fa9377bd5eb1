/** Why an uploaded file is not read. */
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

/** Thrown by the readers; the domain turns it into a German message. */
export class FileRefusal extends Error {
  readonly reason: FileRefusalReason
  constructor(reason: FileRefusalReason) {
    super(`file refused: ${reason}`)
    this.reason = reason
  }
}
