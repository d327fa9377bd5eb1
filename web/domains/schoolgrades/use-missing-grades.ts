import { useState } from 'react'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { useCall } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { focusTitle } from '#web/ui/focus-field.ts'
import { type GradeList, missingNumbers, usualGrade } from './schoolgrade-list.ts'

/** Makes all grades of the school's range that are missing, the highest first: each leads to the next. */
export const useMissingGrades = (list: GradeList | undefined) => {
  const add = useCall(schoolgradeEndpoints.add, { invalidates: [schoolgradeEndpoints.list] })
  const [isRunning, setRunning] = useState(false)
  const numbers = list ? missingNumbers(list) : []
  const makeAll = async ({ schoolgrades, grade_min }: GradeList) => {
    const known = schoolgrades.map(({ id, grade }) => ({ id, grade }))
    for (const grade of numbers.toReversed()) {
      const reply = await add.run({ body: usualGrade(grade, known, grade_min), idempotencyKey: randomKey() })
      if (!reply) break
      known.push({ id: reply.id, grade })
    }
    return known.length - schoolgrades.length
  }
  const make = async () => {
    if (!list || isRunning) return
    setRunning(true)
    const count = await makeAll(list)
    setRunning(false)
    // The pressed button goes with the last missing grade.
    focusTitle()
    if (count > 0) notify(count === 1 ? 'Eine Klassenstufe ist angelegt.' : `${count} Klassenstufen sind angelegt.`)
  }
  return { numbers, isRunning, make }
}
