import { useState } from 'react'
import { LEGAL_KEYS, LEGAL_TITLES, type LegalKey } from '#contract/legal.titles.ts'
import { BASE } from '#web/paths.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { LegalDialog } from './LegalDialog.tsx'
import classes from './LegalLinksWidget.module.css'

/** The footer of the public pages (spec §2): legal texts open as dialogs, so that nothing typed is lost. */
export const LegalLinksWidget = () => {
  const [opened, setOpened] = useState<LegalKey>()
  return (
    <nav className={classes.links} aria-label="Rechtliches">
      <a className={classes.start} href={`${BASE}/`}>
        Start
      </a>
      {LEGAL_KEYS.map((key) => (
        <NativeButton key={key} look="link" aria-haspopup="dialog" onClick={() => setOpened(key)}>
          {LEGAL_TITLES[key]}
        </NativeButton>
      ))}
      {opened && <LegalDialog legalKey={opened} onClose={() => setOpened(undefined)} />}
    </nav>
  )
}
