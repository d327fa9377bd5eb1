import { useRef, useState } from 'react'
import {
  EMPLOYEE_IMPORT_BYTES,
  EMPLOYEE_IMPORT_LIMIT,
  type EmployeeLine,
  employeeImportEndpoints,
} from '#contract/employeeimports/employeeimports.ts'
import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import { employeeEndpoints } from '#contract/employees/employees.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { renewReplies } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { listRefusal, listUpload, useImportStep } from '#web/imports/list-file.ts'
import {
  type ChosenList,
  type EmployeeDraft,
  isTaken,
  linesOf,
  omittedRows,
  omittedText,
  withFinding,
} from './employee-drafts.ts'

/** What is no longer true after an import or its undo: classes name their teachers. */
export const refreshStaff = () =>
  renewReplies([
    employeeImportEndpoints.list,
    employeeEndpoints.list,
    employeeEndpoints.get,
    schoolclassEndpoints.list,
    schoolclassEndpoints.get,
    schoolclassEndpoints.formOptions,
    schoolclassEndpoints.assignedByUser,
  ])

/** All rows at once: the check compares them with each other. */
const checkLines = async (lines: readonly EmployeeLine[]) => {
  const rows = lines.map(({ line, cells }) => ({ line, cells }))
  const findings = await call(employeeImportEndpoints.check, { body: { rows } })
  return (line: number) => findings.find((finding) => finding.line === line)
}

const checkedDrafts = async (lines: readonly EmployeeLine[]): Promise<EmployeeDraft[]> => {
  const findingOf = await checkLines(lines)
  return lines.flatMap((row) => {
    const finding = findingOf(row.line)
    return finding ? [withFinding(row, finding)] : []
  })
}

/** An import from the chosen file to its last row; what is not taken yet lives only here. */
export const useEmployeeImport = () => {
  const [chosen, setChosen] = useState<ChosenList>()
  const [drafts, setDrafts] = useState<readonly EmployeeDraft[]>()
  const [doneText, setDoneText] = useState<string>()
  const [omitted, setOmitted] = useState<readonly string[]>([])
  const { step, doStep, refusal, setRefusal } = useImportStep()
  const keyOf = useSendKey()
  const latestCheck = useRef(0)
  const taken = (drafts ?? []).filter(isTaken)

  /** What was checked is out of date. */
  const restart = (next: ChosenList | undefined) => {
    setDrafts(undefined)
    setChosen(next)
  }
  const read = (source: File, sheet?: string) =>
    void doStep('read', async () => {
      const file = await call(employeeImportEndpoints.read, await listUpload(source, sheet))
      setDoneText(undefined)
      restart({ source, file, mapping: file.mapping, type: EMPLOYEE_TYPE_LABELS.teacher })
    })

  return {
    chosen,
    drafts,
    taken,
    refusal,
    step,
    /** What the last import did; undefined once another file is chosen. */
    doneText,
    /** The rows that the last import has left out, and why. */
    omitted,
    read,
    take: (files: readonly File[]) => {
      const [file] = files
      const known = listRefusal(files, { bytes: EMPLOYEE_IMPORT_BYTES, limit: EMPLOYEE_IMPORT_LIMIT })
      setRefusal(known)
      if (file && !known) read(file)
    },
    change: (part: Partial<ChosenList>) => restart(chosen && { ...chosen, ...part }),
    check: () =>
      doStep('check', async () => {
        if (chosen) setDrafts(await checkedDrafts(linesOf(chosen)))
      }),
    wish: (line: number, wish: boolean) =>
      setDrafts((before) => before?.map((draft) => (draft.line === line ? { ...draft, wish } : draft))),
    /** Validates all rows again after a cell was corrected. */
    correct: async (line: number, key: string, text: string) => {
      const corrected = (drafts ?? []).map((draft) =>
        draft.line === line ? { ...draft, cells: { ...draft.cells, [key]: text } } : draft,
      )
      setDrafts(corrected)
      latestCheck.current += 1
      const check = latestCheck.current
      try {
        const findingOf = await checkLines(corrected)
        // Corrected once more meanwhile: those findings are about other cells.
        if (check !== latestCheck.current) return
        setDrafts((now) => now?.map((draft) => withFinding(draft, findingOf(draft.line) ?? draft.finding)))
      } catch (failure) {
        await explainFailure(failure)
      }
    },
    drop: () => restart(undefined),
    /** An import was taken back. */
    forgetDone: () => setDoneText(undefined),
    takeOver: () =>
      doStep('take', async () => {
        const body = { rows: taken.map(({ line, cells }) => ({ line, cells })) }
        const { message } = await call(employeeImportEndpoints.add, { body, idempotencyKey: keyOf(body) })
        restart(undefined)
        setRefusal(undefined)
        setOmitted(omittedRows(drafts ?? []))
        setDoneText([message, omittedText(drafts ?? [])].filter(Boolean).join(' '))
        void refreshStaff()
      }),
  }
}
export type EmployeeImport = ReturnType<typeof useEmployeeImport>
