import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import type { SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState, NoRight, NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { ClassListTable } from './ClassListTable.tsx'
import classes from './class-lists.module.css'
import { CLASS_LISTS, type ClassList, needsContacts } from './class-lists.ts'
import { classListPath } from './class-year.ts'
import { classContactsQuery } from './schoolclass-queries.ts'

interface ClassListCardProps {
  schoolclass: SchoolclassDetails
  list: ClassList
  /** It was chosen to be printed: opens the browser's dialog once everything is there. */
  isPrintWanted: boolean
  onPrinted: () => void
}

/** A list of the class on the screen as it will be on paper; numbers can be called from here. */
export const ClassListCard = ({ schoolclass, list, isPrintWanted, onPrinted }: ClassListCardProps) => {
  const mayContacts = useMay()(['manage pupil', 'view attached schoolclasses'])
  const isAsked = needsContacts(list)
  const contacts = useQuery({ ...classContactsQuery(schoolclass.id), enabled: isAsked && mayContacts })
  const isReady = !isAsked || contacts.data !== undefined
  useEffect(() => {
    if (!isPrintWanted || !isReady) return
    onPrinted()
    window.print()
  }, [isPrintWanted, isReady, onPrinted])
  const { classgradePlain, id } = schoolclass
  const name = `${CLASS_LISTS[list].title} ${classgradePlain}`
  const shown = () => {
    if (isAsked && !mayContacts) return <NoRight permission="„Schülerinnen und Schüler bearbeiten“" />
    if (schoolclass.pupils.length === 0) return <EmptyState title="Dieser Klasse sind noch keine Kinder zugeordnet." />
    if (isReady) return <ClassListTable schoolclass={schoolclass} list={list} contacts={contacts.data ?? []} />
    return contacts.isError ? <NotLoaded onRetry={() => void contacts.refetch()} /> : <LoadingText />
  }
  return (
    <>
      <div className="sh-screen-only">
        <PageTitle
          breadcrumb={
            <Breadcrumb
              crumbs={[
                { text: 'Klassen', to: classListPath(schoolclass) },
                { text: `Klasse ${classgradePlain}`, to: paths.schoolclass(id) },
              ]}
              current={CLASS_LISTS[list].title}
            />
          }
          actions={
            <>
              <Button component={Link} to={paths.schoolclass(id)} variant="default">
                Zurück zur Klasse
              </Button>
              <Button leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
                Drucken
              </Button>
            </>
          }
        >
          {name}
        </PageTitle>
      </div>
      <Card className={classes.sheet ?? ''}>
        {/* Ten columns are wider than a phone: they scroll in themselves. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={`sh-scrolls ${classes.sheetScroll}`} aria-label={name} tabIndex={0}>
          {shown()}
        </section>
      </Card>
    </>
  )
}
