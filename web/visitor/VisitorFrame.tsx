import { type ReactNode, useCallback, useState } from 'react'
import { isDevelopmentHost, NEW_VERSION_TEXT, RELOAD_TEXT } from '#contract/changelog/changelog.ts'
import { formatDateTime } from '#contract/dates.ts'
import { LEGAL_TITLES } from '#contract/legal/legal.ts'
import { APP_NAME } from '#web/app-name.ts'
import { BASE } from '#web/base-path.ts'
import { paths } from '#web/paths.ts'
import classes from '#web/shell/AppShell.module.css'
import { ConnectionBanner } from '#web/shell/ConnectionBanner.tsx'
import { MAIN_ID, skipToContent } from '#web/shell/page-start.ts'
import bar from '#web/shell/TopBar.module.css'
import { useVersion, useVersionPoll } from '#web/shell/use-version.ts'
import { DemoBanner } from '#web/ui/DemoBanner.tsx'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { useBriefWait } from '#web/ui/native/use-brief-wait.ts'
import own from './VisitorFrame.module.css'

const LINKS = [
  { text: 'Start', to: paths.home },
  { text: LEGAL_TITLES.impressum, to: paths.legalNotice },
  { text: LEGAL_TITLES.datenschutz, to: paths.dataPrivacyNotice },
  { text: 'ChangeLog', to: paths.changelog },
  { text: LEGAL_TITLES.barrierefreiheit, to: paths.accessibility },
  { text: 'Hilfe', to: paths.help },
]

/** The version of this page: visitors may not read the changelog, so a press only explains it (domain §9c). */
const VersionButton = () => {
  const { initial } = useVersion()
  const [isOpen, setOpen] = useState(false)
  if (!initial) return null
  const { name, build_date: builtAt } = initial
  const built = builtAt !== null && isDevelopmentHost(location.hostname) ? formatDateTime(builtAt) : ''
  return (
    <span className={classes.version}>
      <button type="button" className={classes.footerButton} onClick={() => setOpen(true)}>
        VERSION v{name}
      </button>
      {built && <span>gebaut {built}</span>}
      {isOpen && (
        <NativeDialog title="Hinweis" closeLabel="OK" onClose={() => setOpen(false)}>
          <p>{`Sie arbeiten mit Version ${name}${built && `, gebaut am ${built} Uhr`}.`}</p>
        </NativeDialog>
      )}
    </span>
  )
}

/** The staff's footer (spec §2) with plain links: its pages are not part of this entry. */
const VisitorFooter = () => {
  const { initial } = useVersion()
  // On a phone the version takes a line of its own, and the others would move.
  const isWaiting = useBriefWait(initial !== null)
  return (
    <footer className={classes.footer} data-waits={isWaiting || undefined}>
      {LINKS.map(({ text, to }) => (
        <a key={to} href={BASE + to}>
          {text}
        </a>
      ))}
      <VersionButton />
    </footer>
  )
}

/** Spec §8: stays until it is closed, and nothing on the page moves. */
const VersionNotice = () => {
  const [isNew, setNew] = useState(false)
  useVersionPoll(useCallback(() => setNew(true), []))
  return (
    <div role="alert" className={own.notice}>
      {isNew && (
        <NativeNotice>
          <p>{NEW_VERSION_TEXT}</p>
          <NativeButtonRow>
            <NativeButton look="primary" onClick={() => location.reload()}>
              {RELOAD_TEXT}
            </NativeButton>
            <NativeButton onClick={() => setNew(false)}>Meldung schließen</NativeButton>
          </NativeButtonRow>
        </NativeNotice>
      )}
    </div>
  )
}

/** The staff's frame for visitors, without the kit: title, page and footer. */
export const VisitorFrame = ({ children }: { children: ReactNode }) => (
  <>
    <a href={`#${MAIN_ID}`} className={classes.skip} onClick={skipToContent}>
      Zum Inhalt springen
    </a>
    <DemoBanner />
    <header className={bar.top}>
      <div className={bar.bar}>
        <a href={`${BASE}/`} className={bar.title}>
          {APP_NAME}
        </a>
      </div>
    </header>
    <ConnectionBanner />
    <div className={classes.body}>
      <div className={classes.page}>
        <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
          {children}
        </main>
        <VisitorFooter />
      </div>
    </div>
    <VersionNotice />
  </>
)
