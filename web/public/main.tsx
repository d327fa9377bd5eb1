import '#web/ui/fonts.css'
import '#web/ui/tokens.css'
import './public-look.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { VersionWidget } from '#web/domains/changelog/VersionWidget.tsx'
import { LegalLinksWidget } from '#web/domains/legal/LegalLinksWidget.tsx'
import { OptinPage } from '#web/domains/registrations/OptinPage.tsx'
import { PublicNotFoundCard } from '#web/domains/registrations/PublicNotFoundCard.tsx'
import { PublicRegistrationPage } from '#web/domains/registrations/PublicRegistrationPage.tsx'
import { BASE } from '#web/paths.ts'
import { FooterLinks } from '#web/ui/native/footer-links.ts'
import { PublicPage } from '#web/ui/native/PublicPage.tsx'
import { pageAt } from './public-page-at.ts'

const page = pageAt(location.pathname.replace(BASE, ''))

// Spec §2: style classes of the body per route.
if (page?.kind === 'registration') document.body.classList.add('simpleHeader', page.schoolShort)

const Page = () => {
  if (page?.kind === 'registration') return <PublicRegistrationPage schoolShort={page.schoolShort} />
  if (page?.kind === 'optin') return <OptinPage {...page} />
  return (
    <PublicPage school={undefined}>
      <PublicNotFoundCard />
    </PublicPage>
  )
}

const footer = (
  <>
    <LegalLinksWidget />
    <VersionWidget />
  </>
)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <FooterLinks value={footer}>
        <Page />
      </FooterLinks>
    </StrictMode>,
  )
}
