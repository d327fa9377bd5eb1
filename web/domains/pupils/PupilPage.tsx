import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { ageOn } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils.details.ts'
import { useToday } from '#web/api/base-data.ts'
import { ApiFailure } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import type { PageProps } from '#web/shell/page-route.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { NeighbourLinks } from '#web/ui/NeighbourLinks.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { PupilContactsCard } from './PupilContactsCard.tsx'
import { PupilFamilyCard } from './PupilFamilyCard.tsx'
import classes from './PupilPage.module.css'
import { PupilRecordCard } from './PupilRecordCard.tsx'
import { PupilSchoolCard } from './PupilSchoolCard.tsx'
import { PupilStatusField } from './PupilStatusField.tsx'
import { useClassmates } from './use-classmates.ts'

const pupilQuery = (id: string) => queryFor(pupilDetailsEndpoints.get, { params: { id: Number(id) } }, { quiet: true })

/** Awaited by the router: what is no number is as unknown as a number nobody has. */
export const loadPupil = async ({ params: { id = '' } }: PageProps) => {
  if (!/^\d{1,15}$/.test(id)) throw new ApiFailure({ status: 404 })
  return queryClient.ensureQueryData(pupilQuery(id))
}

const PupilHead = ({ pupil, today }: { pupil: PupilDetails; today: string }) => {
  const { birthdate, schoolclass, schoolgrade, school_year } = pupil
  const age = birthdate && ageOn(birthdate, today)
  const facts = [
    schoolclass ? `Klasse ${schoolclass.classgradePlain}` : schoolgrade ? 'Klasse noch offen' : 'ohne Klasse',
    !schoolclass && schoolgrade && `Klassenstufe ${schoolgrade.grade}`,
    age !== undefined && `${age} Jahre`,
    school_year && `Schuljahr ${school_year.name}`,
  ]
  return (
    <p className={classes.lead}>
      <PupilStatusField status={pupil.status} />
      <span>{facts.filter(Boolean).join(' · ')}</span>
    </p>
  )
}

const PupilCards = ({ pupil }: { pupil: PupilDetails }) => {
  const today = useToday()
  const classmates = useClassmates(pupil)
  return (
    <>
      <PageTitle
        breadcrumb={
          <Breadcrumb crumbs={[{ text: 'Schülerinnen und Schüler', to: paths.pupils }]} current={fullName(pupil)} />
        }
        actions={
          <>
            {classmates && <NeighbourLinks noun="Person der Klasse" {...classmates} />}
            <Button
              variant="default"
              leftSection={<Printer size={20} aria-hidden />}
              onClick={() => window.print()}
              visibleFrom="sm"
            >
              Drucken
            </Button>
          </>
        }
      >
        {fullName(pupil)}
      </PageTitle>
      <PrintHead today={today} />
      <PupilHead pupil={pupil} today={today} />
      <div className={classes.cards}>
        <PupilRecordCard pupil={pupil} today={today} />
        <PupilContactsCard pupil={pupil} />
        <PupilSchoolCard pupil={pupil} today={today} />
        <PupilFamilyCard pupil={pupil} />
      </div>
    </>
  )
}

/** Spec §2, domain §3.6: one pupil to read; cards of what the viewer does not get are not there. */
export const PupilPage = ({ params: { id = '' } }: PageProps) => {
  const pupil = useQuery(pupilQuery(id)).data
  return pupil && <PupilCards pupil={pupil} />
}
