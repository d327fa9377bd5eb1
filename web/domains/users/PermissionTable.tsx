import { Box, NativeSelect } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { joinedWords } from '#contract/joined-words.ts'
import { PERMISSION_LABELS, ROLE_LABELS, ROLES, type Role } from '#contract/permissions.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { userEndpoints } from '#contract/users/users.ts'
import type { Reply } from '#web/api/client.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import classes from './users.module.css'

/** What the server knows of roles and their permissions. */
export type RoleFacts = Pick<Reply<typeof userEndpoints.list>, 'roles' | 'permissions'>
type Permission = RoleFacts['permissions'][number]

/** Domain §4: these come with the role, but an account has them only where it has been given them. */
const PERSONAL = ['manage users', 'manage user', 'view pupil sensitive'] as const

const PERSONAL_NOTE = `${joinedWords(
  PERSONAL.map((name) => `„${PERMISSION_LABELS[name]}“`),
)} sind bei der Rolle ${ROLE_LABELS.schooladmin} persönliche Rechte: Sie werden jedem Konto einzeln gegeben.`

/** What a role may do or not. */
const sentenceOf = ({ role, name, isHeld }: { role: string; name: Permission['name']; isHeld: boolean }) =>
  `${role} darf${isHeld ? '' : ' nicht'}: ${PERMISSION_LABELS[name]}`

/** Any part of the permission's own name or its German words. */
const isFound = ({ name }: Permission, search: string) =>
  searchFold(search)
    .split(' ')
    .every((word) => searchFold(`${name} ${PERMISSION_LABELS[name]}`).includes(word))

const RightText = ({ role, name, isHeld }: { role: string; name: Permission['name']; isHeld: boolean }) => (
  <>
    {isHeld ? <Check size={20} aria-hidden className={classes.held} /> : <span aria-hidden>–</span>}
    {/* The whole sentence (ux §3.11): a title is for pointers alone. */}
    <span className="sh-visually-hidden">{sentenceOf({ role, name, isHeld })}</span>
  </>
)

interface MatrixProps {
  roles: readonly (readonly [Role, string])[]
  shown: readonly Permission[]
}

const Matrix = ({ roles, shown }: MatrixProps) => (
  <div className={classes.matrix}>
    <PlainTable
      isBare
      caption="Übersicht: Rechte - Rollen"
      rows={shown}
      columns={[
        {
          title: 'Recht',
          isName: true,
          // The program's own name is for those who look for it.
          cell: ({ name }) => <span title={name}>{PERMISSION_LABELS[name]}</span>,
        },
        ...roles.map(([role, title]) => {
          const rightOf = ({ name, roles }: Permission) => ({ role: title, name, isHeld: roles.includes(role) })
          return {
            title,
            cell: (permission: Permission) => <RightText {...rightOf(permission)} />,
            cellProps: (permission: Permission) => ({ title: sentenceOf(rightOf(permission)) }),
          }
        }),
      ]}
    />
  </div>
)

/** Spec §2: which role holds which permission, all rows. */
export const PermissionTable = ({ facts }: { facts: RoleFacts }) => {
  const [search, setSearch] = useState('')
  const isNarrow = useNarrow()
  const isPaper = usePrinting()
  const [chosen, setChosen] = useState<string>(ROLES[1])
  const roles = (Object.entries(facts.roles) as [Role, string][]).map(
    ([role, title]) => [role, title || ROLE_LABELS[role]] as const,
  )
  // A phone has room for one role beside the words.
  const isOne = isNarrow && !isPaper
  const shown = facts.permissions.filter((permission) => isFound(permission, search))
  return (
    <>
      <Box maw={420} mb="sm" className="sh-screen-only">
        <SearchField label="Rechte suchen" value={search} onSearch={setSearch} />
      </Box>
      {isOne && (
        <NativeSelect
          label="Rolle"
          mb="sm"
          value={chosen}
          data={roles.map(([value, label]) => ({ value, label }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {shown.length > 0 ? (
        <Matrix roles={isOne ? roles.filter(([role]) => role === chosen) : roles} shown={shown} />
      ) : (
        <p>{`Keine Treffer für „${search}“.`}</p>
      )}
      <p className="sh-quiet sh-measure sh-flush sh-above-3">{PERSONAL_NOTE}</p>
    </>
  )
}
