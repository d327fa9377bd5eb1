import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { reloadBaseData } from '#web/api/base-data.ts'
import { insidePath, paths } from '#web/paths.ts'
import { forgetOthers } from '#web/shell/kept-input.ts'
import { notify } from '#web/shell/notify.tsx'

/** The page somebody wanted before the login, if it is one of this app: its path and name. */
const useWishedPage = () => {
  const search = useLocation({ select: (location) => location.searchStr })
  const router = useRouter()
  const path = insidePath(new URLSearchParams(search).get('redirect'))
  if (!path || path === paths.home) return undefined
  const title = router.matchRoutes(path.replace(/[?#].*/, ''), {}).at(-1)?.staticData.entry?.title
  return title ? { path, title } : undefined
}

/** Spec §2: success goes home; where somebody wanted to go is offered. */
export const useAfterLogin = () => {
  const navigate = useNavigate()
  const wished = useWishedPage()
  const [isFinishing, setFinishing] = useState(false)
  const finish = async () => {
    setFinishing(true)
    const baseData = await reloadBaseData()
    forgetOthers(baseData ? baseData.user.id : 0)
    await navigate({ to: paths.home })
    if (wished) await notify(null, { link: { text: `Weiter zu: ${wished.title}`, to: wished.path }, type: 'info' })
  }
  return { finish, isFinishing }
}
