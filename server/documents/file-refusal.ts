/** Why a file that somebody gave is not read. */
export const FILE_REFUSALS = ['type', 'unreadable', 'rows', 'columns', 'cell', 'empty', 'slow', 'busy'] as const
export type FileRefusalReason = (typeof FILE_REFUSALS)[number]

/** Thrown by the readers; the domain says it in German. */
export class FileRefusal extends Error {
  readonly reason: FileRefusalReason
  constructor(reason: FileRefusalReason) {
    super(`file refused: ${reason}`)
    this.reason = reason
  }
}
