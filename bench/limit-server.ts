import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The limit: bare node:http, pg with named statements and generic plans, JSON.stringify; the same rows and the same
 * count, without login and without row-level security.
 */
const LIST = `
  select p.id, p.pupil_number, p.lastname, p.lastname_prefix, p.firstname, p.gender, p.status, p.birthdate::text, g.grade,
    m.schoolclass_id, c.description, cg.grade as class_grade, ct.grade as grade_to, p.total
  from (
    select p.*, (select count(*) from pupil p where p.school_id = $1 and p.deleted_at is null and p.status = any($2)) as total
    from pupil p where p.school_id = $1 and p.deleted_at is null and p.status = any($2)
    order by p.lastname, p.firstname, p.birthdate, p.id limit $3 offset $4) p
  left join lateral (
    select m.schoolclass_id, m.schoolgrade_id from pupil_schoolclass m
    where m.school_id = p.school_id and m.pupil_id = p.id and m.date_start <= $5 and (m.date_end is null or m.date_end >= $5) limit 1) m on true
  left join schoolgrade g on g.school_id = p.school_id and g.id = m.schoolgrade_id
  left join schoolclass c on c.school_id = p.school_id and c.id = m.schoolclass_id
  left join schoolgrade cg on cg.school_id = c.school_id and cg.id = c.schoolgrade_id
  left join schoolgrade ct on ct.school_id = c.school_id and ct.id = c.schoolgrade_to_id
  order by p.lastname, p.firstname, p.birthdate, p.id`

const pool = new pg.Pool({
  ...JSON.parse(process.env.BENCH_DATABASE ?? '{}'),
  max: 16,
  options: '-c plan_cache_mode=force_generic_plan',
})
const schoolId = Number(process.env.BENCH_SCHOOL)
const today = process.env.BENCH_TODAY

const server = createServer(async (_request, response) => {
  const { rows } = await pool.query({
    name: 'list',
    text: LIST,
    values: [schoolId, ['active', 'on_leave'], 50, 0, today],
  })
  const data = rows.map(({ total: _total, schoolclass_id, description, class_grade, grade_to, grade, ...row }) => ({
    ...row,
    schoolclass:
      schoolclass_id === null
        ? null
        : { id: schoolclass_id, classgradePlain: `${class_grade}${grade_to ?? ''}${description}` },
    schoolgrade: grade === null ? null : { grade },
  }))
  const body = JSON.stringify({ data, total: Number(rows[0]?.total ?? 0), page: 1, per_page: 50 })
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
    .end(body)
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
process.on('SIGTERM', () => process.exit(0))
