import '#web/ui/fonts.css'
import '#web/ui/tokens.css'
import './public-look.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { waits } from '#web/api/waits.ts'
import { VersionWidget } from '#web/domains/changelog/VersionWidget.tsx'
import { ParentsHelpWidget } from '#web/domains/help/ParentsHelpWidget.tsx'
import type { ParentsHelp } from '#web/domains/help/parents-help.ts'
import { LegalLinksWidget } from '#web/domains/legal/LegalLinksWidget.tsx'
import { FooterLinks } from '#web/ui/native/PublicPage.tsx'
import { useStored } from '#web/ui/store.ts'
import classes from './WaitNotice.module.css'

const footerOf = (help: ParentsHelp) => (
  <>
    <LegalLinksWidget>
      <ParentsHelpWidget {...help} />
      <VersionWidget />
    </LegalLinksWidget>
  </>
)

const TEXTS = {
  slow: 'Das dauert länger als sonst. Bitte warten Sie einen Augenblick.',
  stuck:
    'Die Seite wartet noch auf Antwort. Ihre Eingaben bleiben erhalten. Bitte lassen Sie die Seite offen. Kommt nach einer Minute noch nichts, versuchen Sie es bitte später noch einmal oder rufen Sie in der Schule an.',
} as const

/** Ux §2 on the pages without login: a message about a slow answer, and later what to do. */
export const WaitNotice = () => {
  const { kind } = useStored(waits)
  return (
    <div role="status">{(kind === 'slow' || kind === 'stuck') && <p className={classes.wait}>{TEXTS[kind]}</p>}</div>
  )
}

/** Renders a page without login, with the shared look and footer, and its own help. */
export const renderPage = (page: ReactNode, help: ParentsHelp) => {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <WaitNotice />
      <FooterLinks value={footerOf(help)}>{page}</FooterLinks>
    </StrictMode>,
  )
}
