import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, momentText } from '#contract/dates.ts'
import type { RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import { type Restriction, restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { PackageButton } from '#web/domains/accesspackages/PackageDialogWidget.tsx'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { RestrictionDialog } from './RestrictionDialog.tsx'
import classes from './Restrictions.module.css'
import type { RestrictProps } from './restrict-props.ts'

const byText = (by: string | null) => (by ? ` von ${by}` : '')

const PastRestriction = ({ since, reason, by, lifted_at, lifted_reason, lifted_by }: Restriction) => (
  <li className="sh-breaks">
    {`${formatDateTime(since)} bis ${lifted_at ? formatDateTime(lifted_at) : 'heute'}: ${reason}${by ? ` (${by})` : ''}. Aufgehoben${byText(lifted_by)}: ${lifted_reason ?? ''}`}
  </li>
)

/** Since when and why only heads see this person, and the way to end it. */
const RestrictedBanner = ({ subject, id, name }: RestrictedPerson & { name: string }) => {
  const { data } = useQuery(queryFor(restrictionEndpoints.get, { params: { subject, id } }, { quiet: true }))
  const may = useMay()
  const [isLifting, setLifting] = useState(false)
  const current = data?.current
  return (
    <Alert
      color="red"
      mb={28}
      className={classes.banner}
      icon={<Lock size={20} aria-hidden />}
      title="Verarbeitung eingeschränkt"
    >
      {current && (
        <>
          <p className="sh-flush">{`Seit ${momentText(current.since)}${byText(current.by)}.`}</p>
          <p className="sh-breaks sh-flush sh-above-1">{`Grund: ${current.reason}`}</p>
        </>
      )}
      <p className="sh-flush sh-above-2">
        Nur die Schulleitung sieht diese Seite. Hier wird nichts geändert, bis die Einschränkung aufgehoben ist.
        {subject === 'pupil' &&
          ' Vertrauliche Angaben lesen Sie in der Auskunft, wenn Sie das Häkchen dafür setzen. Eine Auskunft über die Eltern erstellen Sie in einer Datenschutzanfrage.'}
      </p>
      {data && data.past.length > 0 && (
        <ul className="sh-bullets sh-quiet sh-small sh-above-2" aria-label="Frühere Einschränkungen">
          {data.past.map((one) => (
            <PastRestriction key={one.since} {...one} />
          ))}
        </ul>
      )}
      <div className="sh-row sh-gap-3 sh-rows-2 sh-above-3 sh-screen-only">
        <IconButton icon={LockOpen} aria-haspopup="dialog" onClick={() => setLifting(true)}>
          Einschränkung aufheben
        </IconButton>
        <PackageButton {...{ subject, id, name }} />
        {subject === 'pupil' && may('manage users') && (
          <Link {...linkTarget(`${paths.viewLogs}?subject=pupil&subject_id=${id}`)}>Wer hat diese Daten gesehen?</Link>
        )}
        <Link to={paths.restrictions}>Alle Einschränkungen</Link>
      </div>
      {isLifting && <RestrictionDialog {...{ subject, id, name }} isLifting onClose={() => setLifting(false)} />}
    </Alert>
  )
}

type Shown = RestrictProps | (RestrictedPerson & { name: string })

/** What a page loads only for a restriction: a dialog if it gets `onClose`, otherwise the banner. */
export const RestrictionCard = (shown: Shown) =>
  'onClose' in shown ? <RestrictionDialog {...shown} /> : <RestrictedBanner {...shown} />
