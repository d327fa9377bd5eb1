import { useState } from 'react'
import { splitStreet } from '#contract/addresses.ts'
import { ENTRY_TYPE_LABELS } from '#contract/registrations/registrations.entry-types.ts'
import {
  type ImportLine,
  REGISTRATION_IMPORT_BYTES,
  REGISTRATION_IMPORT_LIMIT,
  type RegistrationFile,
  registrationImportEndpoints,
} from '#contract/registrations/registrations.import.ts'
import { columnLabel, repeatedLines } from '#contract/registrations/registrations.import-columns.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { renewReplies } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { EVERY_YEAR, useOpenYear } from '#web/domains/registrations/registration-list-query.ts'
import { listRefusal, listUpload, useImportStep } from '#web/imports/list-file.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { type ImportDraft, isTaken, missingInAll, openText } from './import-drafts.ts'

export interface ChosenFile {
  source: File
  file: RegistrationFile
  /** Meaning of each column of the file; null: not taken. */
  mapping: readonly (string | null)[]
  /** What stands in every row of a column the file lacks. */
  fixed: Readonly<Record<string, string>>
}
type Column = RegistrationFile['columns'][number]
/** A file and what its columns mean. */
type Meaning = Omit<ChosenFile, 'source'>

export const ENTRY_TYPE = 'meta.entry_type'

/** What one child has differs from what the next one has: nothing for all rows. */
const OF_ONE_CHILD = /^(meta\.child_|contacts\.)/
/** Most children of a list live in one place. */
const OF_ONE_PLACE = ['meta.child_zip', 'meta.child_city']

/** What can be the same for a whole list, such as the school year. */
export const isForAllRows = ({ key, choices }: Column) =>
  OF_ONE_PLACE.includes(key) || (choices !== null && !OF_ONE_CHILD.test(key))

const NUMBERED_STREET = 'meta.child_street'
const HOUSE_NUMBER = 'meta.child_house_number'

/** Whether the house number stands in the column of the street; the check then splits them. */
export const hasNumberedStreets = ({ file, mapping }: Pick<Meaning, 'file' | 'mapping'>) => {
  const column = mapping.indexOf(NUMBERED_STREET)
  if (column < 0 || mapping.includes(HOUSE_NUMBER)) return false
  return file.rows.some(({ cells }) => splitStreet(cells[column] ?? '') !== undefined)
}

/** Whether the form asks for it in every row: a grade says whether a child enters the school or changes to it. */
const isAsked = ({ key, isRequired }: Column, { file, mapping, fixed }: Meaning) => {
  if (key === HOUSE_NUMBER && hasNumberedStreets({ file, mapping })) return false
  if (key === ENTRY_TYPE) return !mapping.includes('desired_grade')
  if (key === 'desired_grade') return fixed[ENTRY_TYPE] === ENTRY_TYPE_LABELS.lateral
  return isRequired
}

/** Columns the file lacks although the form asks for them. */
export const missingColumns = (chosen: Meaning) =>
  chosen.file.columns.filter((column) => isAsked(column, chosen) && !chosen.mapping.includes(column.key))

/** What a row becomes whose grade is blank; undefined unless there is such a row. */
export const entryOfBlankGrades = ({ file, mapping }: Meaning) => {
  const place = mapping.indexOf('desired_grade')
  if (place < 0 || mapping.includes(ENTRY_TYPE)) return undefined
  const isBlank = file.rows.some(({ cells }) => !cells[place]?.trim())
  return isBlank ? file.columns.find(({ key }) => key === ENTRY_TYPE)?.choices?.[0] : undefined
}

const linesOf = (chosen: ChosenFile): ImportLine[] => {
  const forAll = missingColumns(chosen)
    .filter(isForAllRows)
    .map(({ key }) => [key, chosen.fixed[key] ?? ''] as const)
  return chosen.file.rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries([
      ...forAll,
      ...chosen.mapping.flatMap((key, column) => (key ? [[key, cells[column] ?? ''] as const] : [])),
    ]),
  }))
}

/** A line for each person: „Sorgeberechtigte Person 1: Vorname, Nachname“. */
export const linesByPerson = (columns: RegistrationFile['columns']) => {
  const fields = columns.map(({ heading }) => {
    const label = columnLabel(heading)
    return label.includes(': ') ? label.split(': ') : ['Kind und Bewerbung', label]
  })
  return [...Map.groupBy(fields, ([person]) => person)].map(
    ([person, ones]) => `${person}: ${ones.map(([, field]) => field).join(', ')}`,
  )
}

const ROWS_AT_ONCE = 200

const readFile = async (file: File, sheet: string | undefined) =>
  call(registrationImportEndpoints.read, await listUpload(file, sheet))

/** A few hundred at a time, so that none takes long. */
const checkLines = async (lines: ReturnType<typeof linesOf>): Promise<ImportDraft[]> => {
  const drafts: ImportDraft[] = []
  for (let start = 0; start < lines.length; start += ROWS_AT_ONCE) {
    const rows = lines.slice(start, start + ROWS_AT_ONCE)
    const verdicts = await call(registrationImportEndpoints.check, { body: { rows } })
    drafts.push(
      ...rows.flatMap(({ line, cells }, index) => {
        const verdict = verdicts[index]
        return verdict ? [{ line, cells: { ...cells, ...verdict.understood }, verdict }] : []
      }),
    )
  }
  return drafts
}

/** The rows that stay after the others were taken; checked again, because a child may be here now. */
const checkAgain = async (left: readonly ImportDraft[]) => {
  const checked = await checkLines(left.map(({ line, cells }) => ({ line, cells })))
  return checked.map((draft, index) => ({
    ...draft,
    ...(left[index]?.wish !== undefined && { wish: left[index].wish }),
  }))
}

/** What the list's address says to show the applications of one import. */
export const importedSearch = (id: number) => ({ school_year_id: EVERY_YEAR, import_id: String(id) })

const onlyRows = (chosen: ChosenFile, left: readonly ImportDraft[]): ChosenFile => {
  const lines = new Set(left.map(({ line }) => line))
  return { ...chosen, file: { ...chosen.file, rows: chosen.file.rows.filter(({ line }) => lines.has(line)) } }
}

const reportTaken = ({ id, text }: { id: number; text: string }) => {
  void refreshRegistrations()
  void renewReplies([registrationImportEndpoints.list])
  notify(text, { link: { text: 'Ansehen', to: `${paths.registrations}?${new URLSearchParams(importedSearch(id))}` } })
}

/**
 * Without columns for it, a list is of the year one can apply for now and of children who enter the school, until
 * somebody says otherwise.
 */
const useUsual = (file: RegistrationFile | undefined): ChosenFile['fixed'] => {
  const { facts, openYear } = useOpenYear()
  const choicesOf = (key: string) => file?.columns.find((column) => column.key === key)?.choices ?? []
  const year = facts?.schoolyears.find(({ id }) => id === openYear)?.name
  const [entry] = choicesOf(ENTRY_TYPE)
  return {
    ...(year !== undefined && choicesOf('school_year_id').includes(year) && { school_year_id: year }),
    ...(entry !== undefined && { [ENTRY_TYPE]: entry }),
  }
}

/** An import from the chosen file to its last row; what is not taken yet lives only here. */
export const useRegistrationImport = () => {
  const [stored, setChosen] = useState<ChosenFile>()
  const [drafts, setDrafts] = useState<ImportDraft[]>()
  const { step, doStep, refusal, setRefusal } = useImportStep()
  const keyOf = useSendKey()
  const usual = useUsual(stored?.file)
  const chosen = stored && { ...stored, fixed: { ...usual, ...stored.fixed } }
  const repeated = repeatedLines(drafts ?? [])
  const taken = (drafts ?? []).filter((draft) => isTaken(draft, repeated))

  /** What was checked is out of date. */
  const restart = (next: ChosenFile | undefined) => {
    setDrafts(undefined)
    setChosen(next)
  }
  const read = (source: File, sheet?: string) =>
    void doStep('read', async () => {
      const file = await readFile(source, sheet)
      restart({ source, file, mapping: file.mapping, fixed: {} })
    })
  const replace = (line: number, next: (draft: ImportDraft) => ImportDraft) => {
    setDrafts((before) => before?.map((draft) => (draft.line === line ? next(draft) : draft)))
  }
  /** Rows with errors do not go without a trace: they stay on the page. */
  const keepOpen = async (left: readonly ImportDraft[]) => {
    if (!stored || left.length === 0) return restart(undefined)
    setChosen(onlyRows(stored, left))
    setDrafts(await checkAgain(left).catch(() => undefined))
  }

  return {
    chosen,
    drafts,
    repeated,
    /** The columns that every row lacks. */
    missing: missingInAll(drafts ?? [], stored?.file.columns ?? []),
    taken,
    refusal,
    step,
    read,
    take: (files: readonly File[]) => {
      const [file] = files
      const known = listRefusal(files, { bytes: REGISTRATION_IMPORT_BYTES, limit: REGISTRATION_IMPORT_LIMIT })
      setRefusal(known)
      if (file && !known) read(file)
    },
    change: (part: Partial<ChosenFile>) => restart(stored && { ...stored, ...part }),
    check: () =>
      doStep('check', async () => {
        if (chosen) setDrafts(await checkLines(linesOf(chosen)))
      }),
    wish: (line: number, wish: boolean) => replace(line, (draft) => ({ ...draft, wish })),
    /** Validates one row again after a cell was corrected. */
    correct: async (line: number, key: string, text: string) => {
      const cells = { ...drafts?.find((draft) => draft.line === line)?.cells, [key]: text }
      replace(line, (before) => ({ ...before, cells }))
      try {
        const [validated] = await checkLines([{ line, cells }])
        // Corrected once more meanwhile: that verdict is about other cells.
        if (validated) replace(line, (now) => (now.cells === cells ? { ...now, ...validated } : now))
      } catch (failure) {
        await explainFailure(failure)
      }
    },
    drop: () => restart(undefined),
    takeOver: (send_optin: boolean) =>
      doStep('take', async () => {
        const body = { rows: taken.map(({ line, cells }) => ({ line, cells })), send_optin }
        const { id, message } = await call(registrationImportEndpoints.add, { body, idempotencyKey: keyOf(body) })
        const left = (drafts ?? []).filter((draft) => !taken.includes(draft))
        reportTaken({ id, text: left.length === 0 ? message : `${message} ${openText(left)}` })
        await keepOpen(left)
      }),
  }
}
export type RegistrationImport = ReturnType<typeof useRegistrationImport>
