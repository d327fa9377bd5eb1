import '#web/ui/fonts.css'
import '#web/ui/tokens.css'
import './public-look.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { VersionWidget } from '#web/domains/changelog/VersionWidget.tsx'
import { LegalLinksWidget } from '#web/domains/legal/LegalLinksWidget.tsx'
import { FooterLinks } from '#web/ui/native/footer-links.ts'
import { WaitNotice } from './WaitNotice.tsx'

const footer = (
  <>
    <LegalLinksWidget />
    <VersionWidget />
  </>
)

/** Draws a page without login, with the look and the footer that all of them share. */
export const renderPage = (page: ReactNode) => {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <WaitNotice />
      <FooterLinks value={footer}>{page}</FooterLinks>
    </StrictMode>,
  )
}
