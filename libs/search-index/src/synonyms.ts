import { stemWord } from './stem-word.js';

/**
 * Words that people and tools use for the same thing, one group a line: verbs of software first,
 * then what its tools are about. General vocabulary, written by hand; a word may stand in several
 * groups, and groups do not merge.
 */
const GROUPS = `
create add new make generate build insert compose register
update edit change modify set adjust alter rename
delete remove erase clear drop discard purge
get read fetch retrieve show view display lookup
list show all enumerate browse
search find query lookup discover locate
send post deliver submit publish
write save store put
run execute launch start invoke trigger
open launch start
stop cancel terminate abort kill end halt
pause suspend hold
resume continue unpause restart
download export save fetch
upload import attach
check verify validate inspect test
convert transform translate
copy duplicate clone
move transfer relocate
count number total many
reply respond answer
schedule plan book reserve
reschedule postpone
share invite grant permission
revoke withdraw remove
enable activate
disable deactivate
mute silence
close resolve complete finish done
merge combine join
split divide separate
sort order rank
analyze analyse analysis review
calculate compute evaluate
compare diff difference
summarize summary overview
connect link attach associate
archive hide
restore recover undo revert rollback
approve accept confirm
reject decline refuse deny
subscribe follow
unsubscribe unfollow
lock protect
sync synchronize refresh
email mail message inbox
chat conversation thread channel message
sms text message
phone call telephone
picture image photo poster
png jpg jpeg image
video movie clip film
audio sound voice speech
file document
folder directory
repo repository
pr pull request
mr merge request
issue ticket bug
task todo assignment
commit change revision
db database
table sheet spreadsheet
xlsx xls excel spreadsheet
docx word
pptx powerpoint presentation slide
md markdown
wiki wikipedia
column field property attribute
row record entry
user member person people account contact
employee staff worker colleague
team group
admin administrator owner
meeting event appointment
calendar schedule agenda
reminder alarm notification
note memo
page website site webpage url
web internet online
server machine vm instance host
container docker pod
k8s kubernetes
deploy deployment release rollout
pipeline workflow job ci
log history trace
metric statistic stat analytics
alert alarm notification
error exception failure crash
env environment
config configuration setting preference
variable parameter
key token credential secret
password login auth
permission access
queue topic
cluster node
disk volume storage
weather forecast temperature
map location place geographic
route direction navigation path
distance far
address location
restaurant food dining
hotel accommodation lodging
flight plane airline
stock share ticker equity
price cost quote
currency money exchange
payment charge transaction
refund reimburse
invoice bill
order purchase buy
product item
customer client
song track music
artist singer musician band
album record
film movie
tv show series
actor cast
book novel
news article headline
paper article publication research
country nation
city town
language locale
word term
definition meaning dictionary
comment review feedback
label tag
status state
screenshot capture
click press tap
type input fill
date day time
job vacancy career position
school university college
health medical medicine
doctor physician
drug medication
recipe cook meal dish
game match
score result
player athlete
law legal
house property estate apartment
car vehicle auto
code program script
package library dependency module
vulnerability cve security
certificate ssl tls
sprint iteration
subscriber subscription
campaign newsletter
form survey questionnaire
response answer submission
chart graph plot diagram
org organization company business
free available availability busy
recent latest newest last
popular trending top best
similar related recommend recommendation suggestion
id identifier
`;

const synonyms = readGroups(GROUPS);

/** Other terms for the same thing; terms as `stemWord` makes them. Empty for most. */
export function synonymsOf(term: string): readonly string[] {
  return synonyms.get(term) ?? [];
}

function readGroups(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const line of text.trim().split('\n')) {
    const group = line.split(' ').map(stemWord);
    for (const term of group) {
      const others = found.get(term) ?? new Set();
      for (const other of group) if (other !== term) others.add(other);
      found.set(term, others);
    }
  }
  return new Map(Array.from(found, ([term, others]) => [term, [...others]]));
}
