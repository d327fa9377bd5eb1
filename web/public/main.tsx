import { BASE } from '#web/base-path.ts'
import { OptinPage } from '#web/domains/registrations/form/OptinPage.tsx'
import { PublicNotFoundCard } from '#web/domains/registrations/form/PublicNotFoundCard.tsx'
import { PublicRegistrationPage } from '#web/domains/registrations/form/PublicRegistrationPage.tsx'
import { PublicPage } from '#web/ui/native/PublicPage.tsx'
import { pageAt } from './public-page-at.ts'
import { renderPage } from './render-page.tsx'

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

renderPage(<Page />)
