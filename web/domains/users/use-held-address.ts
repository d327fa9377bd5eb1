import { useQuery } from '@tanstack/react-query'
import { useMay } from '#web/api/base-data.ts'
import { holderOf } from './user-form.ts'
import { userListQuery } from './user-list.ts'

/** Says whose the typed address is before it is sent, as far as one sees the accounts; the server knows all of them. */
export const useHeldAddress = (email: string, ownId?: number) => {
  const mayList = useMay()('manage users')
  const { data } = useQuery({ ...userListQuery, enabled: mayList, meta: { quiet: true } })
  const name = holderOf(email, data?.users ?? [], ownId)
  return name && `${name} hat diese Adresse schon.`
}
