import { z } from 'zod'
import { berlinToday } from '#contract/dates.ts'
import type { ImportAnswers } from '#contract/pupilimports/pupilimports.questions.ts'
import type { ImportReport } from '#contract/pupilimports/pupilimports.reports.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import { inTransaction } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { logEvent } from '#server/db/log-event.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { lockFamilies } from '#server/domains/families/families.shared.queries.ts'
import { lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { lockAdmissions } from '#server/domains/pupils/pupils.admission.shared.queries.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import { ApiError, conflict, invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { validateAll } from './check-import.ts'
import { lockImport } from './get-import.ts'
import { readContext } from './import-context.ts'
import { countUndecided, listMatchIds, listStoredRows } from './import-rows.queries.ts'
import { lockRun, noteFailure, takeStalledImports } from './import-runs.queries.ts'
import { allowLongWork, listMailGuardians, noteGrowth } from './import-write.queries.ts'
import { knownGuardiansOf } from './place-guardians.ts'
import { countVerdicts, findImportState, updateImport } from './pupilimports.queries.ts'
import { requireMapping } from './upload-import.ts'
import type { StoredRow, ValidatedRow } from './validate-row.ts'
import { type WritingContext, writeRows } from './write-rows.ts'

export const IMPORT_TASK = 'import_pupils'
const ROWS_AT_ONCE = 500
/** After these numbers of rows the database updates its statistics of the tables. */
const GROWN_AT = [0, 2 * ROWS_AT_ONCE]

interface Job {
  school_id: number
  user_id: number
  import_id: number
}

/** There is one job for each import, however often it is queued. */
export const enqueueImport = (tx: SchoolTransaction, job: Job) =>
  enqueue(tx, IMPORT_TASK, { ...job, jobKey: `${IMPORT_TASK}:${job.school_id}:${job.import_id}` })

/** Queues the import; two calls import once. 422 while a doubtful row is neither decided nor left out. */
export async function orderImport(
  tx: SchoolTransaction,
  { id, onlyGood, viewer }: { id: number; onlyGood: boolean; viewer: SchoolViewer },
) {
  const { state, mapping, answers } = await lockImport(tx, id)
  if (state !== 'checked' && state !== 'failed') throw conflict(IMPORT_TEXTS.otherState)
  // A list that an older version of the program checked has not been asked the questions yet.
  requireMapping({ mapping, answers })
  const counts = await countVerdicts(tx, id)
  const undecided = await countUndecided(tx, id)
  if (!onlyGood && undecided.errors > 0) throw invalid({ rows: [IMPORT_TEXTS.hasErrors] }, IMPORT_TEXTS.hasErrors)
  if (!onlyGood && undecided.duplicates > 0) throw invalid({ rows: [IMPORT_TEXTS.undecided] }, IMPORT_TEXTS.undecided)
  if (Object.values(counts).every((count) => count === 0)) throw conflict(IMPORT_TEXTS.nothing)
  await updateImport(tx, id, {
    ...{ state: 'queued', only_good: onlyGood, progress_done: 0, problem: null },
    begun_by: viewer.user_id,
  })
  await enqueueImport(tx, { import_id: id, school_id: viewer.school_id, user_id: viewer.user_id })
  return { id }
}

const isOpen = ({ verdict, decision }: ValidatedRow) =>
  decision === null && (verdict === 'error' || verdict === 'duplicate')

const isWritten = ({ verdict, decision }: ValidatedRow) =>
  verdict !== 'error' && (decision === 'create' || decision === 'update')

/** Writes nothing that nobody has seen: neither for another child, nor over a correction made since the check. */
function isAsShown({ shown, match_id }: StoredRow, { decision, target, changes }: ValidatedRow) {
  const seen = new Set(shown?.changes.map(({ field, from, to }) => JSON.stringify([field, from, to])))
  return (
    decision === shown?.decision &&
    (target?.id ?? null) === match_id &&
    changes.every(({ field, from, to }) => seen.has(JSON.stringify([field, from, to])))
  )
}

/** Rows that may no longer be written, because the school's data changed since the check. */
const isInDoubt = ({ kept, validated }: ValidatedPair) =>
  isOpen(validated) || (isWritten(validated) && !isAsShown(kept, validated))

interface ValidatedPair {
  kept: StoredRow
  validated: ValidatedRow
}

const linesOf = (rows: readonly ValidatedRow[]) => rows.map(({ line }) => line)

interface Working {
  platform: Pick<Platform, 'pool' | 'keys' | 'now'>
  job: Job
}

const inside = <T>({ platform: { pool }, job }: Working, work: (tx: SchoolTransaction) => Promise<T>) =>
  inSchool(
    pool,
    { userId: job.user_id, schoolId: job.school_id, requestId: `import-${job.school_id}-${job.import_id}` },
    work,
  )

/** Runs outside the import's transaction, so that everybody sees the progress. */
const noteProgress = (working: Working, progress_done: number) =>
  inside(working, (tx) => updateImport(tx, working.job.import_id, { progress_done }))

/**
 * Rows are validated again with the school's current data: when two imports contain the same child, the second finds
 * the pupil of the first.
 */
async function validateNow(tx: SchoolTransaction, { platform, job }: Working, answers: ImportAnswers) {
  await lockPupils(tx, await listMatchIds(tx, job.import_id))
  const context = await readContext(tx, { today: berlinToday(platform.now()), answers })
  const rows = await listStoredRows(tx, job.import_id)
  const validated = await validateAll(rows, context)
  const pairs = rows.flatMap((kept, index): ValidatedPair[] => {
    const one = validated[index]
    return one ? [{ kept, validated: one }] : []
  })
  const doubtful = new Set(pairs.filter(isInDoubt).map((pair) => pair.validated))
  return { context, validated, doubtful }
}

async function writeAll(
  tx: SchoolTransaction,
  working: Working,
  { context, rows }: { context: WritingContext; rows: readonly ValidatedRow[] },
) {
  const counts = { created: 0, changed: 0, guardians_created: 0, guardians_changed: 0 }
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const { created, changed, guardians } = await writeRows(tx, rows.slice(at, at + ROWS_AT_ONCE), context)
    counts.created += created
    counts.changed += changed
    counts.guardians_created += guardians.made
    counts.guardians_changed += guardians.filled
    if (GROWN_AT.includes(at)) await noteGrowth(tx)
    await noteProgress(working, Math.min(at + ROWS_AT_ONCE, rows.length))
  }
  return counts
}

const isExitIgnored = ({ notes }: ValidatedRow) => notes.some(({ message }) => message === IMPORT_TEXTS.exitIgnored)

/** Runs the whole import in one transaction; running it again after it was done changes nothing. */
async function carryOut(tx: SchoolTransaction, working: Working) {
  const { platform, job } = working
  await allowLongWork(tx)
  await lockRun(tx, job.import_id)
  await lockAdmissions(tx)
  // A guardian who loses the last child meanwhile must not get another child unnoticed.
  await lockFamilies(tx)
  const row = await findImportState(tx, job.import_id)
  if (row?.state !== 'running') return
  const { context, validated, doubtful } = await validateNow(tx, working, row.answers as ImportAnswers)
  if (doubtful.size > 0 && !row.only_good) throw conflict(IMPORT_TEXTS.changedMeanwhile)
  const knownGuardians = knownGuardiansOf(await listMailGuardians(tx))
  const writing = { ...context, importId: job.import_id, keys: platform.keys, knownGuardians }
  const rows = validated.filter((one) => isWritten(one) && !doubtful.has(one))
  const counts = await writeAll(tx, working, { context: writing, rows })
  const report: ImportReport = {
    ...counts,
    same: validated.filter(({ verdict, decision }) => verdict === 'same' && decision === null).length,
    skipped_lines: linesOf(validated.filter((one) => one.decision === 'skip')),
    error_lines: linesOf([...doubtful]),
    exit_lines: linesOf(validated.filter(isExitIgnored)),
  }
  await updateImport(tx, job.import_id, {
    state: 'done',
    report: JSON.stringify(report),
    finished_at: platform.now().toISOString(),
  })
  await logEvent(tx, { action: 'pupil_imported', entityType: 'pupil_import', entityId: job.import_id })
}

const Payload = z.object({ school_id: z.int(), user_id: z.int(), import_id: z.int() })

/**
 * The job of `orderImport`; a process that dies in the middle leaves nothing behind, and the next one does everything.
 */
export const importPupils =
  (platform: Pick<Platform, 'pool' | 'keys' | 'now'>): Task =>
  async (payload) => {
    const working = { platform, job: Payload.parse(payload) }
    const begun = await inside(working, async (tx) => {
      const { state } = await lockImport(tx, working.job.import_id)
      if (state === 'queued') await updateImport(tx, working.job.import_id, { state: 'running' })
      return state === 'queued' || state === 'running'
    })
    if (!begun) return
    try {
      await inside(working, (tx) => carryOut(tx, working))
    } catch (error) {
      const problem = error instanceof ApiError ? error.body.message : IMPORT_TEXTS.failed
      await inside(working, (tx) => noteFailure(tx, working.job.import_id, problem))
      if (!(error instanceof ApiError)) throw error
    }
  }

export const RESUME_TASK = 'resume_imports'

/**
 * Queues imports again whose process died: when several processes share a database, the job of a dead one stays locked
 * for hours.
 */
export const resumeImports =
  ({ pool }: Pick<Platform, 'pool'>): Task =>
  async () => {
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The resumption of imports', (schoolId) =>
      inSchool(pool, { userId: null, schoolId, requestId: `resume-imports-${schoolId}` }, async (tx) => {
        for (const job of await takeStalledImports(tx)) await enqueueImport(tx, { ...job, school_id: schoolId })
      }),
    )
  }
