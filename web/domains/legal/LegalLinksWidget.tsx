import { Fragment, type ReactNode, useState } from 'react'
import { LEGAL_KEYS, LEGAL_TITLES, type LegalKey } from '#contract/legal/legal.ts'
import { BASE, CHANGELOG_PATH } from '#web/base-path.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { LegalDialog } from './LegalDialog.tsx'
import classes from './LegalLinksWidget.module.css'

/**
 * The links in the footer of the public pages, in the order of spec §2: legal texts open as dialogs, so that nothing typed
 * is lost. Further links follow them.
 */
export const LegalLinksWidget = ({ children }: { children?: ReactNode }) => {
  const [opened, setOpened] = useState<LegalKey>()
  return (
    <nav className={classes.links} aria-label="Weitere Seiten">
      <a className={classes.page} href={`${BASE}/`}>
        Start
      </a>
      {LEGAL_KEYS.map((key) => (
        <Fragment key={key}>
          {key === 'barrierefreiheit' && (
            <a className={classes.page} href={BASE + CHANGELOG_PATH}>
              ChangeLog
            </a>
          )}
          <NativeButton look="link" aria-haspopup="dialog" onClick={() => setOpened(key)}>
            {LEGAL_TITLES[key]}
          </NativeButton>
        </Fragment>
      ))}
      {children}
      {opened && <LegalDialog legalKey={opened} onClose={() => setOpened(undefined)} />}
    </nav>
  )
}
