import { type AnyRouter, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { loadBaseData, reloadBaseData } from '#web/api/base-data.ts'
import { insidePath, paths } from '#web/paths.ts'
import type { Arrival } from '#web/shell/arrival.ts'
import { hideNotice, notify } from '#web/shell/notify.tsx'
import { forgetOthers } from '#web/shell/preserved-input.ts'
import { useVisit } from '#web/shell/visit.ts'

export const codesLeftText = (count: number) => {
  if (count === 0) return 'Sie haben keinen Wiederherstellungscode mehr. Bitte erzeugen Sie neue.'
  return count === 1 ? 'Es gilt noch 1 Wiederherstellungscode.' : `Es gelten noch ${count} Wiederherstellungscodes.`
}

/** The page somebody wanted before the login, if it is one of this app: its path and name. */
const wishedPage = (router: AnyRouter, search: string) => {
  const path = insidePath(new URLSearchParams(search).get('redirect'))
  if (!path || path === paths.home) return undefined
  const title = router.matchRoutes(path.replace(/[?#].*/, ''), {}).at(-1)?.staticData.entry?.title
  return title ? { path, title } : undefined
}

const OFFER = 'wished-page'

/** Stays until it is taken up, the page is reached otherwise or the session ends. */
const offer = (router: AnyRouter, { path, title }: { path: string; title: string }) => {
  notify(null, { id: OFFER, isLasting: true, link: { text: `Weiter zu: ${title}`, to: path }, type: 'info' })
  const stop = router.subscribe('onResolved', async ({ toLocation }) => {
    const isThere = path.startsWith(toLocation.pathname) && toLocation.pathname !== paths.home
    if (!isThere && (await loadBaseData())) return
    stop()
    hideNotice(OFFER)
  })
}

/** One less to get in with: new ones are made on the profile. */
const tellCodesLeft = (count: number) =>
  notify(`Ein Wiederherstellungscode ist verbraucht. ${codesLeftText(count)}`, {
    isLasting: true,
    link: { text: 'Zum Profil', to: `${paths.profile}#zwei-faktor` },
    type: 'info',
  })

/** Spec §2: success goes home; where somebody wanted to go is offered there. */
export const greet = (router: AnyRouter, { search, codesLeft }: Arrival) => {
  if (codesLeft !== null) tellCodesLeft(codesLeft)
  const wished = wishedPage(router, search)
  if (wished) offer(router, wished)
}

/** For a login within the staff's program. */
export const useAfterLogin = () => {
  const navigate = useNavigate()
  const router = useRouter()
  const { search } = useVisit()
  const [isFinishing, setFinishing] = useState(false)
  const finish = async (codesLeft: number | null, wishedSearch = search) => {
    setFinishing(true)
    const baseData = await reloadBaseData()
    forgetOthers(baseData ? baseData.user.id : 0)
    await navigate({ to: paths.home })
    greet(router, { search: wishedSearch, codesLeft })
  }
  return { finish, isFinishing }
}
