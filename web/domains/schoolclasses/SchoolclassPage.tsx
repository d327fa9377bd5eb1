import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Printer, Users } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Schoolclass, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryClient } from '#web/api/query-client.ts'
import { PhotoListWidget } from '#web/domains/photolists/PhotoListWidget.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { idInAddress } from '#web/shell/id-in-address.ts'
import type { PageProps } from '#web/shell/page-route.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState, NoRight, NotLoaded } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { NeighbourLinks, NO_WAY_YET } from '#web/ui/NeighbourLinks.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { AddPupilsDialog } from './AddPupilsDialog.tsx'
import { ClassListTable } from './ClassListTable.tsx'
import { ClassPupilsTable } from './ClassPupilsTable.tsx'
import { ClassToolsMenu } from './ClassToolsMenu.tsx'
import { CLASS_LISTS, type ClassList, isClassList, needsContacts, type PaperList } from './class-lists.ts'
import { classListPath, mayChange } from './class-year.ts'
import { useClassDialog } from './SchoolclassDialog.tsx'
import { SchoolclassHeadCard } from './SchoolclassHeadCard.tsx'
import { classContactsQuery, schoolclassListQuery, schoolclassQuery } from './schoolclass-queries.ts'
import classes from './schoolclasses.module.css'

/** Awaited by the router. */
export const loadSchoolclass = async (page: PageProps) =>
  queryClient.ensureQueryData(schoolclassQuery(idInAddress(page)))

/** The classes of the same year in their order; without them the page stands all the same. */
const useYearClasses = ({ school_year }: SchoolclassDetails) => {
  const { state, id } = school_year
  const { data, isPending } = useQuery({
    ...schoolclassListQuery(state === 'active' ? undefined : id),
    meta: { quiet: true },
  })
  return data ?? (isPending ? undefined : [])
}

const Neighbours = ({ id, classesOfYear }: { id: number; classesOfYear: readonly Schoolclass[] | undefined }) => {
  if (!classesOfYear) return <NeighbourLinks noun="Klasse" {...NO_WAY_YET} />
  const index = classesOfYear.findIndex((one) => one.id === id)
  if (index < 0 || classesOfYear.length < 2) return null
  const pathAt = (at: number) => {
    const one = classesOfYear[at]
    return one && paths.schoolclass(one.id)
  }
  return (
    <NeighbourLinks
      noun="Klasse"
      previous={pathAt(index - 1)}
      next={pathAt(index + 1)}
      position={index + 1}
      total={classesOfYear.length}
    />
  )
}

const FIRST_ROWS = ['main [data-row-link]', 'main tbody tr']
const focusFirstPupil = () =>
  FIRST_ROWS.map((row) => document.querySelector<HTMLElement>(row))
    .find((row) => row !== null)
    ?.focus()

interface ClassCardsProps {
  schoolclass: SchoolclassDetails
  onPrintList: (list: ClassList) => void
}

const ClassCards = ({ schoolclass, onPrintList }: ClassCardsProps) => {
  const mayManage = useMay()('manage schoolclass') && mayChange(schoolclass)
  const classesOfYear = useYearClasses(schoolclass)
  const isNarrow = useNarrow()
  const opener = useClassDialog([schoolclass], undefined)
  const [isAdding, setAdding] = useState(false)
  const { id, classgradePlain, pupils } = schoolclass
  const name = `Klasse ${classgradePlain}`
  const edit = () => opener.openEdit(schoolclass)
  const add = () => setAdding(true)
  usePageKeys(mayManage ? { e: edit, n: add } : {})
  return (
    <>
      <div className="sh-screen-only">
        {pupils.length > 0 && (
          <button type="button" className={classes.skip} onClick={focusFirstPupil}>
            Zu den Kindern
          </button>
        )}
        <PageTitle
          // On a phone the line above the children says it, and the name keeps to one line.
          count={isNarrow ? undefined : pupils.length}
          breadcrumb={<Breadcrumb crumbs={[{ text: 'Klassen', to: classListPath(schoolclass) }]} current={name} />}
          actions={
            <>
              <Neighbours id={id} classesOfYear={classesOfYear} />
              <ClassToolsMenu
                schoolclass={schoolclass}
                onPrintList={onPrintList}
                onEdit={mayManage ? edit : undefined}
                onAdd={mayManage ? add : undefined}
              />
            </>
          }
        >
          {name}
        </PageTitle>
        <SchoolclassHeadCard schoolclass={schoolclass} />
        <ClassPupilsTable
          schoolclass={schoolclass}
          others={classesOfYear?.filter((one) => one.id !== id) ?? []}
          onAdd={add}
        />
      </div>
      <ClassListTable schoolclass={schoolclass} list="klasse" isPaperOnly />
      {opener.shown}
      {isAdding && <AddPupilsDialog schoolclass={schoolclass} onGone={() => setAdding(false)} />}
    </>
  )
}

/** The way up from a list of the class. */
const crumbsTo = (schoolclass: SchoolclassDetails) => [
  { text: 'Klassen', to: classListPath(schoolclass) },
  { text: `Klasse ${schoolclass.classgradePlain}`, to: paths.schoolclass(schoolclass.id) },
]

interface ClassListCardProps {
  schoolclass: SchoolclassDetails
  list: PaperList
  /** It was chosen to be printed: opens the browser's dialog once everything is there. */
  isPrintWanted: boolean
  onPrinted: () => void
}

/** A list of the class on the screen as it will be on paper; numbers can be called from here. */
const ClassListCard = ({ schoolclass, list, isPrintWanted, onPrinted }: ClassListCardProps) => {
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
          breadcrumb={<Breadcrumb crumbs={crumbsTo(schoolclass)} current={CLASS_LISTS[list].title} />}
          actions={
            <>
              {list === 'telefon' && isReady && (
                <IconButton icon={Users} to={`${paths.schoolclass(id)}?liste=telefon-familien`} visibleFrom="sm">
                  Für Familien
                </IconButton>
              )}
              <IconButton icon={Printer} onClick={() => window.print()} variant="filled">
                Drucken
              </IconButton>
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

/** Spec §2, domain §3.6: one class; with `?liste=` one of its lists. */
export const SchoolclassPage = ({ params: { id = '' } }: PageProps) => {
  const schoolclass = useQuery(schoolclassQuery(Number(id))).data
  const search = useUrlSearch()
  const list = search.get('liste')
  const navigate = useNavigate()
  const [isPrintWanted, setPrintWanted] = useState(search.get('drucken') !== undefined)
  // Opened again by its address the list is read, not printed once more.
  const onPrinted = useCallback(() => {
    setPrintWanted(false)
    void navigate({ to: '.', search: { liste: list }, replace: true })
  }, [navigate, list])
  if (!schoolclass) return null
  if (isClassList(list)) {
    if (list === 'fotos')
      return <PhotoListWidget scope={{ schoolclass_id: schoolclass.id }} crumbs={crumbsTo(schoolclass)} />
    return <ClassListCard schoolclass={schoolclass} list={list} isPrintWanted={isPrintWanted} onPrinted={onPrinted} />
  }
  const printList = (chosen: ClassList) => {
    setPrintWanted(chosen !== 'fotos')
    void navigate({ to: paths.schoolclass(schoolclass.id), search: { liste: chosen } })
  }
  // Another class is another page: nothing of the selection goes along.
  return <ClassCards key={schoolclass.id} schoolclass={schoolclass} onPrintList={printList} />
}
