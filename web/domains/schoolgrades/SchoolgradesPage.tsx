import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { useCall } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { PageHead } from '#web/shell/PageHead.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusTitle } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { SchoolgradeTable } from './SchoolgradeTable.tsx'
import { type GradeList, missingNumbers, numbersText, schoolgradeListQuery, usualGrade } from './schoolgrade-list.ts'
import { ADD_BUTTON, useGradeRows } from './use-grade-rows.ts'

const TITLE = 'Klassenstufen'

/** Makes all grades of the school's range that are missing, the highest first: each leads to the next. */
const useMissingGrades = (list: GradeList | undefined) => {
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

/** Spec §2, schoolgrade-management: the grades of the school with their places in each year. */
export const SchoolgradesPage = () => {
  const query = useQuery(schoolgradeListQuery)
  const rows = useGradeRows()
  const missing = useMissingGrades(query.data)
  const count = query.data?.schoolgrades.length
  const isEmpty = count === 0 && rows.editing === undefined
  const makeMissing = (
    <ActionButton
      {...(isEmpty ? {} : { variant: 'default' })}
      isRunning={missing.isRunning}
      onClick={() => void missing.make()}
    >
      {`${missing.numbers.length === 1 ? 'Stufe' : 'Stufen'} ${numbersText(missing.numbers)} anlegen`}
    </ActionButton>
  )
  return (
    <>
      <PageHead
        count={count}
        actions={
          <>
            {!isEmpty && missing.numbers.length > 0 && makeMissing}
            <IconButton
              icon={Plus}
              id={ADD_BUTTON}
              // On a phone it would lie above the buttons of the open form.
              data-primary={rows.editing === undefined ? true : undefined}
              variant={isEmpty ? 'default' : 'filled'}
              onClick={() => void rows.add()}
            >
              Klassenstufe hinzufügen
            </IconButton>
          </>
        }
      >
        {TITLE}
      </PageHead>
      <Loaded query={query}>
        {(list) =>
          isEmpty ? (
            <Card>
              <EmptyState
                title="Noch keine Klassenstufen."
                text="Klassen, Bewerbungen und Plätze gehören zu einer Klassenstufe."
                action={makeMissing}
              />
            </Card>
          ) : (
            <>
              <p className="sh-quiet sh-small sh-flush sh-below-3 sh-screen-only">
                Plätze ändern Sie direkt in der Tabelle. Sie werden beim Verlassen des Felds gespeichert. Ein leeres
                Feld heißt: keine Obergrenze.
              </p>
              <SchoolgradeTable list={list} rows={rows} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
