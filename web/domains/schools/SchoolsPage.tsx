import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Mails, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { SCHOOL_KINDS } from '#contract/schools/schools.kinds.ts'
import type { School, SchoolSettings } from '#contract/schools/schools.ts'
import { RegistrationRules } from '#contract/schools/settings.record.ts'
import { loadBaseData, useSignedIn } from '#web/api/base-data.ts'
import { May } from '#web/api/May.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { readText } from '#web/forms/fields.ts'
import { type OpenSection, useOpenSection } from '#web/forms/use-open-section.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { AccentPreviewCard } from './AccentField.tsx'
import { LogoField } from './LogoField.tsx'
import { PublicFormCard } from './PublicFormCard.tsx'
import { SchoolListCard } from './SchoolListCard.tsx'
import { SectionCard } from './SectionCard.tsx'
import { StatePresetCard } from './StatePresetCard.tsx'
import type { StoredSection } from './school-queries.ts'
import { schoolListQuery, schoolQuery, settingsQuery } from './school-queries.ts'
import {
  ACCENT_SECTION,
  LABEL_SECTION,
  MASTER_SECTION,
  REGISTRATION_SECTION,
  RETENTION_SECTION,
  registrationSectionOf,
  SICKNOTE_SECTION,
} from './school-sections.ts'
import { FIRST_TAB, SCHOOL_TAB_OPTIONS, type SchoolTab, schoolTabOf } from './school-tabs.ts'
import classes from './schools.module.css'

const TITLE = 'Schulverwaltung'

/** Awaited by the router: the active school is what the page is about. */
export const loadSchool = async () => {
  const baseData = await loadBaseData()
  const id = baseData ? baseData.school?.id : undefined
  if (id === undefined) return
  await Promise.all([
    queryClient.fetchQuery(schoolQuery(id)),
    queryClient.fetchQuery(settingsQuery(id)),
    // Without the list the page is still of use.
    queryClient.prefetchQuery(schoolListQuery),
  ])
}

const kindText = ({ school_type }: School) => SCHOOL_KINDS[school_type].label

/** The greeting as the start page says it. */
const GreetingPreviewCard = ({ greeting }: { greeting: string }) => (
  <figure className={`sh-flush sh-above-4 ${classes.preview}`}>
    <figcaption className="sh-quiet sh-small sh-flush sh-below-2">So begrüßt die Startseite</figcaption>
    <p
      className={`sh-bold sh-breaks sh-flush ${classes.greeting}`}
    >{`${greeting.trim()}, ${useSignedIn()?.user.name}`}</p>
  </figure>
)

const undecidedText = (count: number) =>
  count === 1 ? 'Eine Bewerbung ist noch nicht entschieden. ' : `${count} Bewerbungen sind noch nicht entschieden. `

/** Before the school takes no applications any more: what is left without a page (domain §1.1). */
const askToStopRegistrations = async ({ isActive }: Record<string, unknown>, undecided: number) =>
  isActive !== false ||
  confirmDialog({
    title: 'Bewerbungen ausschalten',
    message: `${undecided > 0 ? undecidedText(undecided) : ''}Das Formular und die Seite „Bewerbungen“ gibt es dann nicht mehr. Gespeicherte Bewerbungen bleiben erhalten und sind wieder da, sobald Sie sie einschalten.`,
    accept: 'Ausschalten',
    type: 'attention',
    prefers: undecided > 0 ? 'dismiss' : 'accept',
  })

/** Choosing another tab closes an open form, after a question when something was typed. */
const useSchoolTab = ({ name, leave }: Pick<OpenSection<StoredSection>, 'name' | 'leave'>) => {
  const urlQuery = useUrlSearch()
  const hash = useLocation({ select: (location) => location.hash })
  const tab = schoolTabOf({ open: name, tab: urlQuery.get('tab'), hash })
  const choose = async (next: SchoolTab) => {
    // The address loses its hash with the change.
    if (next !== tab && (await leave())) urlQuery.set({ tab: next === FIRST_TAB ? undefined : next })
  }
  return { tab, choose }
}

const UNCONFIRMED = RegistrationRules.keyof().enum.unverified_purge_days

/** A period that belongs to the form's settings and is looked for among the others. */
const unconfirmedPeriod = (value: Record<string, unknown>) => {
  const field = REGISTRATION_SECTION.fields.find(({ key }) => key === UNCONFIRMED)
  return (
    field && {
      group: 'Bewerbungen',
      label: field.label,
      text: readText(field, String(value[UNCONFIRMED])),
      hint: (
        <>
          {field.hint}{' '}
          <Link to="." search={{ tab: 'bewerbungen' }} className="sh-screen-only">
            Bei „Bewerbungen“ ändern
          </Link>
        </>
      ),
    }
  )
}

interface SectionsProps {
  school: School
  settings: SchoolSettings
}

const SchoolTabs = ({ school, settings }: SectionsProps) => {
  const open = useOpenSection<StoredSection>()
  const { tab, choose } = useSchoolTab(open)
  const { id, short } = school
  const shared = { schoolId: id, open }
  const stored = { value: school, version: school.version }
  const { undecided_registrations: undecided, ...keys } = settings
  const cards: Record<SchoolTab, ReactNode> = {
    schule: (
      <>
        <SchoolListCard />
        <SectionCard
          {...shared}
          section={MASTER_SECTION}
          stored={stored}
          words={{ short, school_type: kindText(school) }}
        >
          <StatePresetCard schoolId={id} state={school.federal_state} settings={keys} />
        </SectionCard>
      </>
    ),
    aussehen: (
      <>
        <SectionCard
          {...shared}
          section={ACCENT_SECTION}
          stored={stored}
          preview={({ accent }) => <AccentPreviewCard accent={String(accent)} short={short} />}
        >
          <LogoField school={school} />
        </SectionCard>
        <SectionCard
          {...shared}
          section={LABEL_SECTION}
          stored={keys.SCHOOL_LABELS}
          preview={({ dashboardGreeting }) => <GreetingPreviewCard greeting={String(dashboardGreeting)} />}
        />
      </>
    ),
    bewerbungen: (
      <>
        <PublicFormCard schoolId={id} isActive={keys.SCHOOL_REGISTRATION_SETTINGS.value.isActive} />
        <SectionCard
          {...shared}
          section={registrationSectionOf(school.school_type)}
          stored={keys.SCHOOL_REGISTRATION_SETTINGS}
          beforeSave={(changes) => askToStopRegistrations(changes, undecided)}
        />
      </>
    ),
    krankmeldungen: <SectionCard {...shared} section={SICKNOTE_SECTION} stored={keys.SICKNOTE_SETTINGS} />,
    aufbewahrung: (
      <SectionCard
        {...shared}
        section={RETENTION_SECTION}
        stored={keys.RETENTION_SETTINGS}
        further={unconfirmedPeriod(keys.SCHOOL_REGISTRATION_SETTINGS.value)}
      />
    ),
  }
  return (
    <>
      <TabPicker
        label="Bereiche der Schulverwaltung"
        options={SCHOOL_TAB_OPTIONS}
        chosen={tab}
        onChoose={(next) => void choose(next)}
      />
      <div className={`sh-column sh-gap-4 sh-shrinks ${classes.sections}`}>{cards[tab]}</div>
    </>
  )
}

/** Spec §2, school-management: the schools one may see, and all that is set for the active one (ux §3.10). */
export const SchoolsPage = () => {
  const id = useSignedIn()?.school?.id ?? 0
  const school = useQuery(schoolQuery(id)).data
  const settings = useQuery(settingsQuery(id)).data
  return (
    <div className={classes.page}>
      <PageTitle
        actions={
          <>
            <IconButton icon={Mails} to={paths.mailWordings}>
              Mailvorlagen
            </IconButton>
            <May do="debug view">
              <IconButton icon={Plus} to={paths.addSchool}>
                Schule anlegen
              </IconButton>
            </May>
          </>
        }
      >
        {TITLE}
      </PageTitle>
      {school && settings && <SchoolTabs school={school} settings={settings} />}
    </div>
  )
}
