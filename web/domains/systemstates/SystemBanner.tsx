import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { alarmText } from '#contract/systemstates/systemstates.texts.ts'
import { type ShownAlarm, systemStateEndpoints } from '#contract/systemstates/systemstates.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { dismiss, isDismissed, signatureOf } from './dismissed-alarms.ts'
import classes from './SystemBanner.module.css'

const POLL_SECONDS = 300

const textOf = (alarms: readonly ShownAlarm[]) => {
  const [first] = alarms
  if (!first) return ''
  return alarms.length === 1
    ? `${alarmText(first).title}.`
    : `Das System braucht Ihre Hilfe: ${alarms.length} Punkte sind offen.`
}

/**
 * Tells admins on every page that something must be done. It is put away until the state changes; a mail could not tell that
 * mail is broken.
 */
export const SystemBanner = () => {
  const alarms =
    useQuery({
      ...queryFor(systemStateEndpoints.alarms, {}, { quiet: true, pollSeconds: POLL_SECONDS }),
      retry: false,
    }).data ?? []
  const [putAway, setPutAway] = useState('')
  const isShown = alarms.length > 0 && putAway !== signatureOf(alarms) && !isDismissed(alarms)
  return (
    <div role="status">
      {isShown && (
        <div className={`sh-line sh-gap-2 sh-ink sh-rule-below sh-screen-only ${classes.banner}`}>
          <TriangleAlert className="sh-fixed" size={20} aria-hidden />
          <p className="sh-flush sh-shrinks sh-breaks">
            {textOf(alarms)} <Link to={paths.systemState}>Systemzustand ansehen</Link>
          </p>
          <CloseButton
            aria-label="Hinweis ausblenden, bis sich der Zustand ändert"
            onClick={() => {
              dismiss(alarms)
              setPutAway(signatureOf(alarms))
            }}
          />
        </div>
      )}
    </div>
  )
}
