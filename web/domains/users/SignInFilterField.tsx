import { Checkbox } from '@mantine/core'
import type { User } from '#contract/users/users.ts'
import { IS_ON, type UserListState } from './user-list.ts'

interface SignInFilterFieldProps {
  state: UserListState
  users: readonly User[]
}

/** Filters by how accounts are signed in to; a filter that finds nothing is offered only while it is on. */
export const SignInFilterField = ({ state, users }: SignInFilterFieldProps) => {
  const choices = [
    {
      key: 'without_two_factor',
      label: 'nur ohne zweiten Faktor',
      isUseful: users.some(({ has_two_factor }) => has_two_factor),
    },
    {
      key: 'linked',
      label: 'nur mit Anmeldedienst verbunden',
      isUseful: users.some(({ links }) => links.length > 0),
    },
  ] as const
  return choices
    .filter(({ key, isUseful }) => isUseful || state.filters[key] === IS_ON)
    .map(({ key, label }) => (
      <Checkbox
        key={key}
        label={label}
        checked={state.filters[key] === IS_ON}
        onChange={(event) => state.setFilter(key, event.currentTarget.checked ? IS_ON : undefined)}
      />
    ))
}
