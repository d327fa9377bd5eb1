import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import { NEW_VERSION_TEXT, RELOAD_TEXT } from '#contract/changelog/changelog.ts'
import { APP_NAME } from '#web/app-name.ts'
import { BASE } from '#web/base-path.ts'
import classes from '#web/shell/AppShell.module.css'
import { ConnectionBanner } from '#web/shell/ConnectionBanner.tsx'
import bar from '#web/shell/TopBar.module.css'
import { useVersionPoll } from '#web/shell/use-version.ts'
import { DemoBanner } from '#web/ui/DemoBanner.tsx'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { VisitorFooter } from './VisitorFooter.tsx'
import own from './VisitorFrame.module.css'

const MAIN_ID = 'inhalt'

const skipToContent = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById(MAIN_ID)?.focus()
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

/** The staff's frame as visitors see it, drawn without the kit: title, page and footer. */
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
