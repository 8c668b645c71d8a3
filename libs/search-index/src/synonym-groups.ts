/**
 * Words that people and tools use for the same thing, one group a line: verbs of software first,
 * then what its tools are about. General vocabulary, written by hand; a word may stand in several
 * groups, and groups do not merge.
 */
export const SYNONYM_GROUPS = `
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
append prepend add insert attach
draft compose write
rewrite edit update amend
replace substitute swap
fix repair correct resolve
switch toggle change checkout
prune clean clear
wipe erase delete trash
uninstall remove
setup install configure
obtain get retrieve
pull fetch get
load read open
dump export read
parse extract read
scrape crawl extract fetch
describe detail info information inspect
metadata detail property attribute information
preview view show
render draw paint
monitor watch track follow
explore browse discover
filter search query
match find
notify send alert
broadcast publish send
record log save
persist store save
backup snapshot export restore
reboot restart
reload refresh
retry rerun redo
call invoke run
shutdown stop
quit exit close leave
wait sleep delay
migrate move transfer
tally count
sum total
average mean
estimate predict forecast prediction
measure compute calculate
assess evaluate score rate rating
audit review
debug troubleshoot diagnose
benchmark performance
authenticate login authorize signin
logout signout
encrypt encode
decrypt decode
compress zip
unzip decompress extract
resize scale
crop cut trim
rotate flip
transcribe transcript transcription caption subtitle
optimize optimise improve
format style beautify
flag mark highlight
star favorite favourite bookmark pin like
reaction react emoji
block ban
promote upgrade
upgrade update bump
downgrade rollback
increase raise increment
decrease reduce lower
enroll register
hire recruit
allocate assign delegate
rent lease rental
sell sale
spend expense cost
revenue income sales
loan mortgage credit
balance amount fund money cash
wallet balance
crypto cryptocurrency bitcoin coin
portfolio holding
option choice
choose select pick
random shuffle
produce generate
speak say speech tts
photograph picture photo
avatar picture photo
logo icon brand
thumbnail preview image
gif animation
slideshow deck presentation ppt slide
excel workbook spreadsheet worksheet
cell range
csv table
formula calculation
doc document word
text content body paragraph
heading title header
subject title topic theme
category genre type kind
keyword term tag
mindmap map diagram
flowchart diagram
graph network
visualize visualise visualization chart plot
dashboard report overview
summarise summarize
insight analytics statistic
trend trending popularity hot
dir directory folder
subfolder subdirectory folder directory
bucket storage container blob object
entity object item
collection list set
catalog catalogue inventory
warehouse inventory
shipment shipping delivery parcel
cart basket
shop store merchant seller vendor supplier
coupon discount voucher
deal opportunity offer
lead prospect contact
crm customer
coworker colleague teammate member
participant attendee guest
role permission right
author writer creator
reviewer approver
boss manager supervisor
mobile phone smartphone
app application software
plugin extension addon
incident outage alert
problem issue error
defect bug
stacktrace traceback stack trace
terminal console shell command bash
snippet code source
method function
reference usage
lint check
fork clone copy
changelog release
readme documentation
documentation doc manual guide
example sample
template boilerplate
schema structure column
hierarchy tree nested
mongo mongodb
postgres postgresql
elastic elasticsearch
vector embedding semantic similarity
llm ai model gpt
prompt instruction
bot agent assistant chatbot
train finetune training
workflow flow automation
rule policy
webhook hook callback
cron schedule job
process program pid
ram memory
usage consumption
quota limit
traffic visit visitor
firewall security
dns domain subdomain
hostname host
proxy gateway
endpoint url api
browser chrome
button element component widget
ui interface
screen display viewport
scroll swipe
hover mouse cursor
keyboard keystroke key
dropdown select
hyperlink href link
navigate goto visit open
design figma
canvas board
board project workspace
story epic issue
milestone goal objective
deadline due overdue
priority importance urgency urgent
subtask task todo checklist
booking reservation appointment
invitation invite
conference meeting
inbox mail
spam junk
recipient to
contract agreement
diary journal log
blog post article
feed rss
podcast episode
season series
manga anime comic
leaderboard ranking standings rank
tournament competition league
coach trainer
workout exercise fitness
calorie nutrition diet
cuisine food
drink beverage cocktail
cafe coffee restaurant
trip travel journey itinerary tour
attraction sight landmark poi
transit transport bus
taxi cab ride
nearby near around
geocode coordinate latitude longitude location
area region zone district
state province
zip postal postcode
timezone time clock
current now today
holiday vacation leave
rain precipitation weather
climate weather
earthquake seismic
space astronomy nasa
chemical compound molecule
gene genetic dna
disease illness condition symptom
clinical trial patient
scholar academic paper
thesis paper
preprint arxiv paper
joke humor
poem poetry
lyric song
stream live
twitter tweet
advertisement ad
seo search
company firm startup
industry sector
financial finance
regulation law compliance
patent invention
brand trademark
vault secret
cert certificate
threat attack malware
leak breach
`;
