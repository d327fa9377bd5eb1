import { lazy, Suspense } from 'react'
import { BASE } from '#web/base-path.ts'
import { FORM_HELP } from '#web/domains/help/form-help.ts'
import { PublicNotFoundCard } from '#web/domains/registrations/form/PublicNotFoundCard.tsx'
import { PublicRegistrationPage } from '#web/domains/registrations/form/PublicRegistrationPage.tsx'
import { renderPage } from './render-page.tsx'

/** Behind the link of a mail only; whoever fills in the form needs nothing of it. */
const OptinPage = lazy(() =>
  import('#web/domains/registrations/form/OptinPage.tsx').then(({ OptinPage: Page }) => ({ default: Page })),
)

type PublicPageAt =
  | { kind: 'registration'; schoolShort: string }
  | { kind: 'optin'; schoolShort: string; contactId: string; contactUuid: string }

const REGISTRATION = /^\/([a-z0-9]{2,10})\/registrierungNeueSchueler\/?$/
const OPTIN = /^\/registration_contact_optin\/([^/]+)\/([^/]+)\/([^/]+)\/?$/

/** Which public page a path below `/app` is (spec §2). */
const pageAt = (path: string): PublicPageAt | undefined => {
  const [, schoolShort] = REGISTRATION.exec(path) ?? []
  if (schoolShort) return { kind: 'registration', schoolShort }
  const [, short, contactId, contactUuid] = OPTIN.exec(path) ?? []
  return short && contactId && contactUuid ? { kind: 'optin', schoolShort: short, contactId, contactUuid } : undefined
}

const page = pageAt(location.pathname.replace(BASE, ''))

// Spec §2: style classes of the body per route.
if (page?.kind === 'registration') document.body.classList.add('simpleHeader', page.schoolShort)

const Page = () => {
  if (page?.kind === 'registration') return <PublicRegistrationPage schoolShort={page.schoolShort} />
  if (page?.kind === 'optin')
    return (
      <Suspense>
        <OptinPage {...page} />
      </Suspense>
    )
  return <PublicNotFoundCard />
}

renderPage(<Page />, FORM_HELP)
