import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { displayPhone } from '#contract/phone.ts'
import type { School, schoolEndpoints } from '#contract/schools/schools.ts'
import { loadBaseData, useSignedIn } from '#web/api/base-data.ts'
import type { Reply } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { QrCodeCard } from './PublicFormCard.tsx'
import { formLinkQuery, schoolQuery } from './school-queries.ts'
import classes from './schools.module.css'

const TITLE = 'Aushang zum Bewerbungsformular'

/** Awaited by the router, so that nobody prints half a sheet. */
export const loadPoster = async () => {
  const baseData = await loadBaseData()
  const id = baseData ? baseData.school?.id : undefined
  if (id === undefined) return
  await Promise.all([queryClient.fetchQuery(schoolQuery(id)), queryClient.fetchQuery(formLinkQuery(id))])
}

const PosterCard = ({ school, link }: { school: School; link: Reply<typeof schoolEndpoints.formLink> }) => (
  <article className={`sh-stack ${classes.poster}`} lang="de">
    {school.logo && <img className={classes.posterLogo} src={school.logo} alt="" />}
    <p className={`sh-bold sh-flush sh-above-3 ${classes.posterSchool}`}>{school.name}</p>
    <h2>Bewerben Sie sich online um einen Schulplatz</h2>
    <p className={classes.posterText}>Scannen Sie den Code mit dem Telefon, oder öffnen Sie diese Adresse:</p>
    <QrCodeCard svg={link.qr_svg} url={link.url} />
    <p className={`sh-bold sh-breaks sh-flush ${classes.posterAddress}`}>{link.url.replace(/^https?:\/\//, '')}</p>
    <address className={classes.posterContact}>
      {school.street} {school.house_number}, {school.zip} {school.city}
      <br />
      Telefon {displayPhone(school.phone)} · {school.mail}
    </address>
  </article>
)

/** A sheet of A4 for the wall and the school's day of open doors. */
export const SchoolPosterPage = () => {
  const id = useSignedIn()?.school?.id ?? 0
  const school = useQuery(schoolQuery(id)).data
  const link = useQuery(formLinkQuery(id)).data
  return (
    <>
      <div className="sh-screen-only">
        <PageTitle
          breadcrumb={<Breadcrumb crumbs={[{ text: 'Schulverwaltung', to: paths.schools }]} current="Aushang" />}
          actions={
            <IconButton icon={Printer} data-primary onClick={() => window.print()}>
              Drucken
            </IconButton>
          }
        >
          {TITLE}
        </PageTitle>
      </div>
      {school && link && <PosterCard school={school} link={link} />}
    </>
  )
}
