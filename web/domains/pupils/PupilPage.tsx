import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { addressLines } from '#contract/addresses.ts'
import { ageOn, formatDate } from '#contract/dates.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { fullName } from '#contract/person-names.ts'
import { ADDRESS_KEYS, PUPIL_LABELS } from '#contract/pupils/pupil.record.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { hasLeft, isAttending, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { AbsencesWidget } from '#web/domains/absences/AbsencesWidget.tsx'
import { GuardiansWidget } from '#web/domains/families/GuardiansWidget.tsx'
import { RecordPapersWidget } from '#web/domains/papers/RecordPapersWidget.tsx'
import { RestrictedWidget } from '#web/domains/restrictions/RestrictWidget.tsx'
import { ConsentsWidget } from '#web/domains/sensitive/ConsentsWidget.tsx'
import { SensitiveWidget } from '#web/domains/sensitive/SensitiveWidget.tsx'
import { PupilNotesWidget } from '#web/domains/sicknotes/PupilNotesWidget.tsx'
import { SicknoteButtonWidget } from '#web/domains/sicknotes/SicknoteButtonWidget.tsx'
import { useOpenSection } from '#web/forms/use-open-section.ts'
import { paths } from '#web/paths.ts'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { NeighbourLinks, NO_WAY_YET } from '#web/ui/NeighbourLinks.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { PupilActionsMenu, type PupilDialogs, usePupilDialogs } from './PupilActionsMenu.tsx'
import { PupilHeadCard } from './PupilHeadCard.tsx'
import { PupilHistoryCard } from './PupilHistoryCard.tsx'
import { PupilNotesCard } from './PupilNotesCard.tsx'
import { PupilRecordCard } from './PupilRecordCard.tsx'
import { PupilSchoolCard } from './PupilSchoolCard.tsx'
import { removePupil, useMayChange } from './pupil-actions.tsx'
import { pupilQuery } from './pupil-query.ts'
import classes from './pupils.module.css'
import { calledInEmergency } from './quick-contacts.ts'
import {
  ADDRESS_SECTION,
  CARE_SECTION,
  CAREER_SECTION,
  NOTE_SECTION,
  PERSON_SECTION,
  type PupilRecord,
} from './record-sections.ts'
import { useClassFacts } from './use-class-facts.ts'

/** Awaited by the router. */
export const loadPupil = async (page: PageProps) => queryClient.ensureQueryData(pupilQuery(idInAddress(page)))

interface PupilViewProps {
  pupil: PupilDetails
  today: string
  dialogs: PupilDialogs
}

interface PupilButtonsProps extends Omit<PupilViewProps, 'today'> {
  onEdit: () => void
  /** The button would lie above the form on a phone. */
  isEditing: boolean
}

/** Beside the name, so that nobody has to look for it. */
const ReportButton = ({ pupil }: { pupil: PupilDetails }) => {
  const isEditor = useMay()(SICKNOTE_EDITORS)
  const isHere = pupil.deleted_at === undefined && !hasLeft(pupil)
  return isEditor && isHere ? <SicknoteButtonWidget pupil={pupil} /> : null
}

/** The pupils before and after this one in the class list of today; undefined without a class. */
const useClassmates = ({ id, schoolclass }: PupilDetails) => {
  const query = { schoolclass_id: String(schoolclass?.id), sort: 'lastname', page: 1, per_page: 0 }
  const { data, isLoading } = useQuery({
    ...queryFor(pupilEndpoints.list, { query }, { quiet: true }),
    enabled: schoolclass !== null,
  })
  if (isLoading) return NO_WAY_YET
  const index = data?.data.findIndex((pupil) => pupil.id === id) ?? -1
  if (!data || index < 0) return undefined
  const pathAt = (at: number) => {
    const pupil = data.data[at]
    return pupil && paths.pupil(pupil.id)
  }
  const place = schoolclass ? `in ${schoolclass.classgradePlain}` : undefined
  return { previous: pathAt(index - 1), next: pathAt(index + 1), position: index + 1, total: data.total, place }
}

const PupilButtons = ({ pupil, dialogs, onEdit, isEditing }: PupilButtonsProps) => {
  const mayChange = useMayChange(pupil)
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const classmates = useClassmates(pupil)
  const remove = async () => {
    if (await removePupil(pupil)) await navigate({ to: paths.pupils })
  }
  if (pupil.is_restricted) return null
  return (
    <>
      {classmates && <NeighbourLinks noun="Person der Klasse" hasAltKeys {...classmates} />}
      <ReportButton pupil={pupil} />
      <IconButton icon={Printer} onClick={() => window.print()} visibleFrom="sm">
        Drucken
      </IconButton>
      {mayChange && (
        <>
          {!isEditing && (
            <IconButton
              icon={Pencil}
              data-primary
              {...(!isNarrow && { variant: 'default' })}
              aria-keyshortcuts="e"
              title="Angaben zur Person bearbeiten (Taste E)"
              onClick={onEdit}
            >
              Bearbeiten
            </IconButton>
          )}
          <PupilActionsMenu pupil={pupil} dialogs={dialogs} onRemove={() => void remove()} />
        </>
      )}
    </>
  )
}

const birthText = ({ birthdate }: PupilDetails, today: string) =>
  birthdate && `${formatDate(birthdate)} (${ageOn(birthdate, today)} Jahre)`

/** What other people and decisions are about the child; each shows itself only to who gets it. */
const PupilSurroundings = ({ pupil, today, dialogs }: PupilViewProps) => {
  const may = useMay()
  const isCalledAbove = useNarrow() === true && !hasLeft(pupil)
  const calledAbove = isCalledAbove ? calledInEmergency(pupil, today).people.map(({ key }) => key) : []
  const part = `sh-column sh-gap-4 ${classes.part}`
  return (
    <>
      <div id="kontakte" className={`${part} ${classes.first}`}>
        <GuardiansWidget pupil={pupil} calledAbove={calledAbove} onRenewLink={() => dialogs.open('link')} />
      </div>
      <div className={`${part} ${classes.first}`}>{may(SICKNOTE_EDITORS) && <AbsencesWidget pupil={pupil} />}</div>
      {isAttending(pupil) && <PupilNotesWidget pupilId={pupil.id} />}
      <div id="vertraulich" className={`${part} sh-screen-only`}>
        <SensitiveWidget pupilId={pupil.id} />
      </div>
      <div id="einwilligungen" className={`${part} sh-screen-only`}>
        <ConsentsWidget pupil={pupil} />
      </div>
      <PupilNotesCard pupilId={pupil.id} />
      <RecordPapersWidget subject="pupil" id={pupil.id} isFixed={pupil.is_restricted} />
    </>
  )
}

type Open = ReturnType<typeof useOpenSection<PupilRecord>>

/** Left the record, right the people around the child; on a phone these come before the longer parts. */
const PupilCards = ({ pupil, today, dialogs, open }: PupilViewProps & { open: Open }) => {
  const may = useMay()
  const classFacts = useClassFacts(pupil)
  const isHere = pupil.deleted_at === undefined
  const shared = { pupil, open }
  const column = `sh-column sh-gap-4 sh-shrinks ${classes.column}`
  return (
    <div className={`sh-column sh-gap-4 ${classes.columns}`}>
      <div className={column}>
        <PupilRecordCard
          {...shared}
          section={PERSON_SECTION}
          unread={['firstname', 'lastname', 'lastname_prefix', 'gender', 'birthdate']}
          fixed={[
            ...classFacts,
            { label: PUPIL_LABELS.birthdate, value: birthText(pupil, today) },
            { label: PUPIL_LABELS.gender, value: GENDER_LABELS[pupil.gender] },
            { label: PUPIL_LABELS.pupil_number, value: pupil.pupil_number },
          ]}
        />
        <PupilRecordCard {...shared} section={CARE_SECTION} />
        <PupilRecordCard
          {...shared}
          section={ADDRESS_SECTION}
          unread={ADDRESS_KEYS}
          fixed={[{ label: 'Anschrift', value: pupil.address && addressLines(pupil.address).join('\n') }]}
        />
      </div>
      <div className={`${column} ${classes.around}`}>
        {isHere && <PupilSurroundings pupil={pupil} today={today} dialogs={dialogs} />}
        <PupilRecordCard {...shared} section={NOTE_SECTION} />
      </div>
      <div className={column}>
        <PupilSchoolCard pupil={pupil} today={today} dialogs={dialogs} />
        <PupilRecordCard {...shared} section={CAREER_SECTION} unread={['status']} folded="Aufnahme und Laufbahn" />
        {isHere && may('manage pupil') && <PupilHistoryCard pupilId={pupil.id} />}
        {isHere && dialogs.clock}
      </div>
    </div>
  )
}

const PupilView = ({ pupil }: { pupil: PupilDetails }) => {
  const today = useToday()
  const mayChange = useMayChange(pupil)
  const open = useOpenSection<PupilRecord>()
  const dialogs = usePupilDialogs(pupil)
  const edit = () => mayChange && void open.edit(PERSON_SECTION.name)
  usePageKeys({ e: edit })
  // A button that was pressed may be gone with what it did.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what may have taken the focus away
  useEffect(focusTitleIfLost, [pupil])
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Schülerinnen und Schüler', to: paths.pupils }]}
        actions={<PupilButtons pupil={pupil} dialogs={dialogs} onEdit={edit} isEditing={open.name !== undefined} />}
      >
        {fullName(pupil)}
      </PageHead>
      <RestrictedWidget subject="pupil" id={pupil.id} name={fullName(pupil)} isRestricted={pupil.is_restricted}>
        <PupilHeadCard pupil={pupil} today={today} />
        <PupilCards pupil={pupil} today={today} dialogs={dialogs} open={open} />
      </RestrictedWidget>
      {dialogs.shown}
    </>
  )
}

/** Spec §2, ux §3.4, domain §3.6: one pupil; what the viewer does not get is not there. */
export const PupilPage = ({ params: { id = '' } }: PageProps) => {
  const pupil = useQuery(pupilQuery(Number(id))).data
  // What is open belongs to one pupil: the next one of the class starts anew.
  return pupil && <PupilView key={pupil.id} pupil={pupil} />
}
