import { Check } from 'lucide-react'
import { useState } from 'react'
import { PERMISSION_LABELS, ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { searchFold } from '#contract/search-fold.ts'
import { SearchField } from '#web/lists/SearchField.tsx'
import type { RoleFacts } from './RoleField.tsx'
import classes from './users.module.css'

type Permission = RoleFacts['permissions'][number]

/** Domain §4: these come with the role, but an account has them only where it has been given them. */
const PERSONAL = ['manage users', 'manage user', 'view pupil sensitive'] as const

const PERSONAL_NOTE = `${new Intl.ListFormat('de').format(
  PERSONAL.map((name) => `„${PERMISSION_LABELS[name]}“`),
)} sind bei der Rolle ${ROLE_LABELS.schooladmin} persönliche Rechte: Sie werden jedem Konto einzeln gegeben.`

/** Any part of the permission's own name or its German words. */
const isFound = ({ name }: Permission, search: string) =>
  searchFold(search)
    .split(' ')
    .every((word) => searchFold(`${name} ${PERMISSION_LABELS[name]}`).includes(word))

const RightCell = ({ role, permission }: { role: string; permission: Permission & { isHeld: boolean } }) => {
  const { name, isHeld } = permission
  const sentence = `${role} darf${isHeld ? '' : ' nicht'}: ${PERMISSION_LABELS[name]}`
  return (
    <td title={sentence}>
      {isHeld ? <Check size={20} aria-hidden className={classes.held} /> : <span aria-hidden>–</span>}
      {/* The whole sentence (ux §3.11): a title is for pointers alone. */}
      <span className="sh-visually-hidden">{sentence}</span>
    </td>
  )
}

const Matrix = ({ facts, shown }: { facts: RoleFacts; shown: readonly Permission[] }) => {
  const roles = Object.entries(facts.roles) as [Role, string][]
  return (
    // The keyboard scrolls it, too (WCAG 2.1.1).
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    <section className={classes.scroll} tabIndex={0} aria-label="Rechte und Rollen">
      <table>
        <caption className="sh-visually-hidden">Übersicht: Rechte - Rollen</caption>
        <thead>
          <tr>
            <th scope="col">Recht</th>
            {roles.map(([role, name]) => (
              <th key={role} scope="col">
                {name || ROLE_LABELS[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((permission) => (
            <tr key={permission.id}>
              <th scope="row">
                <span className="sh-block">{PERMISSION_LABELS[permission.name]}</span>
                <span className={`sh-quiet sh-small sh-block ${classes.name}`}>{permission.name}</span>
              </th>
              {roles.map(([role, name]) => (
                <RightCell
                  key={role}
                  role={name}
                  permission={{ ...permission, isHeld: permission.roles.includes(role) }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Spec §2: which role holds which permission, all rows. */
export const PermissionTable = ({ facts }: { facts: RoleFacts }) => {
  const [search, setSearch] = useState('')
  const shown = facts.permissions.filter((permission) => isFound(permission, search))
  return (
    <>
      <div className={`sh-wrap sh-below-3 sh-spread sh-gap-3 sh-screen-only ${classes.toolbar}`}>
        <SearchField label="Rechte suchen" value={search} onSearch={setSearch} />
      </div>
      {shown.length > 0 ? <Matrix facts={facts} shown={shown} /> : <p>{`Keine Treffer für „${search}“.`}</p>}
      <p className={`sh-quiet sh-measure sh-flush sh-above-3 ${classes.note}`}>{PERSONAL_NOTE}</p>
    </>
  )
}
