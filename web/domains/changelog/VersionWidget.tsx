import { useEffect, useState } from 'react'
import { changelogEndpoints, isDevelopmentHost, type Version } from '#contract/changelog/changelog.ts'
import { formatDateTime } from '#contract/dates.ts'
import { call } from '#web/api/client.ts'
import { APP_NAME } from '#web/app-name.ts'
import { whenIdle } from '#web/ui/load-ahead.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import classes from './VersionWidget.module.css'

/** One question for this page, however often its footer is drawn anew. */
let asked: Promise<Version | undefined> | undefined

const askWhenIdle = () => {
  asked ??= new Promise((resolve) => {
    whenIdle(() => resolve(call(changelogEndpoints.currentVersion).catch(() => undefined)))
  })
  return asked
}

/** Once the page has what it needs itself; without a version there is nothing to show. */
const useVersionWhenIdle = () => {
  const [version, setVersion] = useState<Version>()
  useEffect(() => void askWhenIdle().then(setVersion), [])
  return version
}

/** The version in the footer of the public pages (spec §2): parents may not read the changelog, so a press says it in words. */
export const VersionWidget = () => {
  const version = useVersionWhenIdle()
  const [isAnnounced, setAnnounced] = useState(false)
  if (!version) return null
  const { name, build_date: builtAt } = version
  return (
    <div className={classes.version}>
      <NativeButton look="link" onClick={() => setAnnounced(true)}>
        VERSION v{name}
      </NativeButton>
      {builtAt !== null && isDevelopmentHost(location.hostname) && <span>gebaut {formatDateTime(builtAt)}</span>}
      <span role="status">{isAnnounced && `Diese Seite benutzt ${APP_NAME} in der Version ${name}.`}</span>
    </div>
  )
}
