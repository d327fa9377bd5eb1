import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { SchoolgradeTable } from './SchoolgradeTable.tsx'
import { numbersText, schoolgradeListQuery } from './schoolgrade-list.ts'
import { ADD_BUTTON, useGradeRows } from './use-grade-rows.ts'
import { useMissingGrades } from './use-missing-grades.ts'

const TITLE = 'Klassenstufen'

/** Spec §2, schoolgrade-management: the grades of the school with their places in each year. */
export const SchoolgradesPage = () => {
  const { data: list, isError, refetch } = useQuery(schoolgradeListQuery)
  const rows = useGradeRows(list)
  const missing = useMissingGrades(list)
  const today = useToday()
  const isEmpty = list?.schoolgrades.length === 0 && rows.editing === undefined
  const makeMissing = (
    <ActionButton
      {...(isEmpty ? {} : { variant: 'default' })}
      isRunning={missing.isRunning}
      onClick={() => void missing.make()}
    >
      {missing.numbers.length === 1
        ? `Stufe ${numbersText(missing.numbers)} anlegen`
        : `Stufen ${numbersText(missing.numbers)} anlegen`}
    </ActionButton>
  )
  return (
    <>
      <PageTitle
        count={list?.schoolgrades.length}
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Start', to: paths.home }]} current={TITLE} />}
        actions={
          <>
            {!isEmpty && missing.numbers.length > 0 && makeMissing}
            <Button
              id={ADD_BUTTON}
              data-primary
              variant={isEmpty ? 'default' : 'filled'}
              leftSection={<Plus size={20} aria-hidden />}
              onClick={() => void rows.add()}
            >
              Klassenstufe hinzufügen
            </Button>
          </>
        }
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      {isError && !list && <NotLoaded onRetry={() => void refetch()} />}
      {!isError && !list && <LoadingText />}
      {isEmpty && (
        <Card>
          <EmptyState
            title="Noch keine Klassenstufen."
            text="Klassen, Bewerbungen und Plätze gehören zu einer Klassenstufe."
            action={makeMissing}
          />
        </Card>
      )}
      {list && !isEmpty && (
        <>
          <SchoolgradeTable list={list} rows={rows} />
          <p className="sh-quiet sh-small sh-flush sh-above-3 sh-screen-only">
            Plätze werden mit Enter oder beim Verlassen des Felds gespeichert. Ein leeres Feld heißt: keine Zahl
            festgelegt.
          </p>
        </>
      )}
    </>
  )
}
